#pragma once
// How a name is used, by what stands beside it in the text: enough to tell the field of a message
// from a variable of that name, in languages whose types are not known here. `begin` and `end` are
// the name's.
#include <cstddef>
#include <string_view>

#include "engine/readers/proto/generated.h"

namespace dossier::languages {

/// A field is read, set or passed: `.name`, `->name`, `name:`, `(name=`, and where the language's
/// row says so `'name' =>`, `name = ` in a builder's block, or `HasField("name")`.
bool is_access(std::string_view text, size_t begin, size_t end, const proto::Generated& generated);

/// It is written as part of something: `.book`, `Kind::BOOK`.
bool is_part(std::string_view text, size_t begin);

/// A scope opens behind it (`name::`, `name {`), or it is imported to open one.
bool opens_scope(std::string_view text, size_t begin, size_t end,
                 const proto::Generated& generated);

}  // namespace dossier::languages
