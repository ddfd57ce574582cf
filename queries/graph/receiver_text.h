#pragma once
// How the expressions are taken apart that readers store as receivers: `a.b().c`, `x.open(1)`
// (engine/readers/languages/receivers.h). Pure.
//
// Rejected: a tree of each expression. Most are one path, and are looked up as text.
#include <cstddef>
#include <string_view>

namespace dossier {

/// Where the last name of `a.b().c` begins; 0 if there is one alone.
size_t last_name(std::string_view path);
/// Whether it is a path of names alone.
bool is_plain(std::string_view path);
/// Where the bracket of `x.open(1)` is, an argument of a function; npos in all else.
size_t argument_at(std::string_view expression);
/// The type of a parameter, of a key `Type.Name(A,B)`.
std::string_view parameter_of(std::string_view key, size_t type_size, size_t index);
/// The type of what a component of React takes that a variable holds, `Card: React.FC<CardProps>`.
std::string_view properties_of(std::string_view signature);

}  // namespace dossier
