#pragma once
// How a name is used, by what stands beside it in the text: enough to tell the field of a message
// from a variable of that name, in languages whose types are not known here. `begin` and `end` are
// the name's, `language` as Module::language has it.
#include <cstddef>
#include <string_view>

namespace dossier::languages {

/// A field is read, set or passed: `.name`, `->name`, `name:`, `(name=`; in PHP and Ruby also
/// `'name' =>`, in a Kotlin builder's block `name = `, in Python `HasField("name")` and the like.
bool is_access(std::string_view text, size_t begin, size_t end, std::string_view language);

/// It is written as part of something: `.book`, `Kind::BOOK`.
bool is_part(std::string_view text, size_t begin);

/// A scope opens behind it (Rust's `name::`, Kotlin's `name {`), or it is imported to open one.
bool opens_scope(std::string_view text, size_t begin, size_t end, std::string_view language);

}  // namespace dossier::languages
