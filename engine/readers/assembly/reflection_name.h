#pragma once
// Converts type names of custom attributes (II.23.3, System.Type.GetType's grammar) to the notation
// of signatures:
//   Space.Pair`2[[System.Int32, mscorlib],[System.String, mscorlib]][], Lib, Version=1.0.0.0
//   Space.Pair`2<System.Int32,System.String>[]
#include <string>
#include <string_view>

namespace dossier::assembly {

/// The type without its assembly and those of its arguments. Text that is not such a name is
/// truncated at its first comma.
std::string type_of_reflection_name(std::string_view name);

}  // namespace dossier::assembly
