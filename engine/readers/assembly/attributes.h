#pragma once
// Custom attributes with their arguments (ECMA-335 II.23.3), as one line of text:
//   System.ObsoleteAttribute("gone", true, Url = "x")
// Enums are written as their number, types as typeof(Name), arrays in braces. The value of an enum
// from another assembly does not contain its width: four bytes are tried first, then the widths
// with which the whole value parses. Rejected: loading other assemblies to determine it.
#include <optional>
#include <string>
#include <vector>

#include "engine/readers/assembly/definitions.h"

namespace dossier::assembly {

class Attributes {
 public:
  Attributes(Names& names, Definitions& definitions) : names_(names), definitions_(definitions) {}

  /// `Type(arguments)`, given the attribute's type, its constructor's token and its value; absent
  /// if the value is malformed.
  std::optional<std::string> render(std::string_view type, Token constructor, Bytes value);

 private:
  /// The type of an argument, from the constructor's signature or from a tag in the value.
  struct ArgumentType {
    uint8_t code = 0;  // an element code, or one of the codes of II.23.3
    bool is_array = false;
    std::string_view enum_name{};  // of an enum
  };
  struct Parse {
    Cursor in;
    unsigned widths;  // of the enums of other assemblies: 4, 1, 2 or 8 bytes
    std::vector<std::string_view> unknown_enums{};
    int depth = 0;
  };
  std::optional<std::string> try_render(std::string_view type, Bytes signature, Parse& parse);
  bool signature_type(Cursor& signature, ArgumentType& type);
  bool tagged_type(Cursor& in, ArgumentType& type);
  bool value(const ArgumentType& type, Parse& parse, std::string& out);
  bool element_value(const ArgumentType& type, Parse& parse, std::string& out);
  bool named_argument(Parse& parse, std::string& out);
  bool enum_value(std::string_view name, Parse& parse, std::string& out);
  uint8_t underlying(uint32_t type_def) const;

  Names& names_;
  Definitions& definitions_;
  std::unordered_map<std::string_view, uint32_t> types_by_name_;  // filled when first needed
};

/// A constant's value (II.22.9) as text: numbers in decimal, "true", strings unchanged, "null".
/// Absent if it is malformed.
std::optional<std::string> constant_text(uint8_t type, Bytes value);

/// A C# string literal.
std::string quoted(std::string_view text);

}  // namespace dossier::assembly
