#pragma once
// Macros that define a function where they are called: SYSCALL_DEFINE2(open, …) {…},
// TEST(Suite, Name) {…}, TEST_CASE("adds numbers") {…}. A language's row lists them. For the
// grammar each becomes the head of a function of the same length, so every place stays what it is;
// names and signatures come from the text itself. `class MACRO Name {` parses, too, but as
// something else: the macro is left out.
#include <optional>
#include <string>
#include <string_view>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

/// The text as the grammar is to read it; absent where it has none of the macros.
std::optional<std::string> with_definers_as_heads(const Language& language, std::string_view text);

/// The name that the macro at `at` defines: "open", "Suite.Name", "adds numbers"; "" if none of the
/// language's macros is there.
std::string defined_by_macro(const Language& language, std::string_view text, size_t at);

}  // namespace dossier::languages
