#pragma once
// How a name is used, judged by the text beside it: enough to tell the field of a message from a
// variable of the same name in languages whose types are unknown here. `begin` and `end` are the
// name's.
#include <cstddef>
#include <string_view>

#include "engine/readers/proto/generated.h"

namespace dossier::languages {

/// Whether the name is used as a field, which is read, set or passed: `.name`, `->name`, `name:`,
/// `(name=`, and if the language's row says so `'name' =>`, `name = ` in a builder's block, or
/// `HasField("name")`.
bool is_access(std::string_view text, size_t begin, size_t end, const proto::Generated& generated);

/// Whether the name is part of something: `.book`, `Kind::BOOK`.
bool is_part(std::string_view text, size_t begin);

/// Whether a scope opens after the name (`name::`, `name {`), or the name is imported to open one.
bool opens_scope(std::string_view text, size_t begin, size_t end,
                 const proto::Generated& generated);

}  // namespace dossier::languages
