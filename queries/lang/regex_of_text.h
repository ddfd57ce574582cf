#pragma once
// What people write as a value, as the regular expression that later stages compare with: plain
// text that occurs in, ends, begins or is another, and globs. Rejected: a comparison of its own for
// each, which the index of grams would have to know.
#include <string>
#include <string_view>

#include "queries/lang/fields.h"

namespace dossier::lang {

/// "*" stands for anything; in a glob, "{a,b}" for one of them.
std::string glob_regex(std::string_view glob);

/// The plain text, compared as `match` says. A member's key (`of_key`) ends with its parameters,
/// which a plain name leaves out. `of_symbol`: "A::b", "A\b" and "A#b" are A.b, too, as they always
/// are in what ends or begins a name.
std::string literal_regex(std::string_view text, Match match, bool of_key, bool of_symbol = false);

/// "^src/", "\.go$", "edge|node": as Sourcegraph and zoekt take it, a regular expression.
bool looks_like_regex(std::string_view text);

/// The same where case matters: what ignores case otherwise.
std::string with_case(const std::string& pattern);

}  // namespace dossier::lang
