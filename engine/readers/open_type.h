#pragma once
// Parses type names as .NET tools print them.
#include <string_view>

namespace dossier {

/// The type without its generic arguments: Foo`1<System.Int32> → Foo`1. A name that merely contains
/// angle brackets, such as <Module> or A+<Run>d__0, is unchanged.
std::string_view open_type(std::string_view text);

}  // namespace dossier
