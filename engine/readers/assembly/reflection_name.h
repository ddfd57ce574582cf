#pragma once
// Types as custom attributes name them (II.23.3, System.Type.GetType's grammar), in the words that
// signatures have:
//   Space.Pair`2[[System.Int32, mscorlib],[System.String, mscorlib]][], Lib, Version=1.0.0.0
//   Space.Pair`2<System.Int32,System.String>[]
#include <string>
#include <string_view>

namespace dossier::assembly {

/// The type without its assembly and those of its arguments. What is no such name is cut at its
/// first comma, as it stands.
std::string type_of_reflection_name(std::string_view name);

}  // namespace dossier::assembly
