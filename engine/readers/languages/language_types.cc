#include "engine/readers/languages/language_types.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/languages/text.h"

namespace dossier::languages {
namespace {

/// Swift writes a class's base first, an enum's raw type too, and protocols behind; a struct or an
/// extension has protocols only, and those of a protocol are its bases.
bool is_protocol(const Module& module, const Type& type, const Reference& base) {
  if (type.kind == "protocol") return false;
  if (type.kind == "struct" || !type.base_type.empty()) return true;
  return std::any_of(module.types.begin(), module.types.end(), [&](const Type& other) {
    return other.kind == "protocol" && other.full_name == base.target_key;
  });
}

}  // namespace

bool is_builtin_type(std::string_view language, std::string_view name) {
  static const std::unordered_set<std::string_view> kGo = {
      "any",     "bool",  "byte",   "comparable", "complex64", "complex128", "error", "float32",
      "float64", "int",   "int8",   "int16",      "int32",     "int64",      "rune",  "string",
      "uint",    "uint8", "uint16", "uint32",     "uint64",    "uintptr"};
  static const std::unordered_set<std::string_view> kCSharp = {
      "bool",   "byte", "char",  "decimal", "double", "dynamic", "float",
      "int",    "long", "nint",  "nuint",   "object", "sbyte",   "short",
      "string", "uint", "ulong", "ushort",  "var",    "void"};
  static const std::unordered_set<std::string_view> kPython = {
      "bool", "bytes",  "complex", "dict", "float", "frozenset", "int",
      "list", "object", "set",     "str",  "tuple", "type"};
  if (language == "Go") return kGo.count(name) > 0;
  if (language == "C#") return kCSharp.count(name) > 0;
  return language == "Python" && kPython.count(name) > 0;
}

bool names_interface(std::string_view language, const Module& module, const Type& type,
                     const Reference& base, bool is_part) {
  if (language == "Swift") return is_part || is_protocol(module, type, base);
  if (language != "C#") return false;
  // By its naming rules an interface is I and a capital; only the first of the list can be a base.
  const std::string_view name = take_apart(base.target).name;
  const bool named = name.size() > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z';
  return (named && type.kind != "interface") || !type.base_type.empty();
}

}  // namespace dossier::languages
