#pragma once
// Type names as .NET tools print them, taken apart.
#include <string_view>

namespace dossier {

/// The type without its generic arguments: Foo`1<System.Int32> → Foo`1. A name that merely holds
/// angle brackets, such as <Module> or A+<Run>d__0, stays whole.
std::string_view open_type(std::string_view text);

}  // namespace dossier
