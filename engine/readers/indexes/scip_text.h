#pragma once
// Texts and kinds of SCIP symbols: signatures and documentation as indexers write them, and the
// kinds that add information to the symbol's own text.
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier::indexes {

/// The values of SymbolInformation.Kind that add information to the symbol's own text.
enum SymbolKind : uint64_t {
  kind_constant = 8,
  kind_constructor = 9,
  kind_enum = 11,
  kind_enum_member = 12,
  kind_interface = 21,
  kind_macro = 25,
  kind_message = 28,
  kind_protocol = 42,
  kind_struct = 49,
  kind_trait = 53,
  kind_type_alias = 55,
  kind_union = 59,
};

/// The text of the first ``` block, "" if there is none; `rest` receives the text outside of it.
std::string fenced(std::string_view text, std::string& rest);
/// The text with white space as single spaces, at most 600 bytes.
std::string one_line(std::string_view text);
/// "(method) round(): Money" without the label in front.
std::string without_label(std::string signature);
/// The kind of a type: from the index, else from its signature, else "class".
std::string type_kind(uint64_t kind, std::string_view signature);

}  // namespace dossier::indexes
