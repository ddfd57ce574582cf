#pragma once
// SCIP's symbol strings taken apart (scip.proto, the grammar above message Symbol), and the names
// that they stand for in this project's notation (docs/decisions, 5).
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::indexes {

struct Descriptor {
  enum class Kind : uint8_t { package, type, term, method, macro, meta, type_parameter, parameter };
  Kind kind = Kind::package;
  std::string name;
};

struct ScipSymbol {
  std::string package;  // its name; "" = none
  std::vector<Descriptor> descriptors;
};

/// Nothing for a local symbol, and for what is no symbol.
std::optional<ScipSymbol> parse_symbol(std::string_view text);

/// What a symbol is called here.
struct ScipName {
  Descriptor::Kind kind = Descriptor::Kind::package;  // of its last descriptor
  bool is_property = false;                           // a getter or setter
  bool is_constructor = false;
  std::string name;        // short
  std::string type;        // full name: its own, or that of what holds it
  std::string name_space;  // of the type
  std::string key;         // full name
};

/// Nothing for what is no type, member or module: parameters and what is inside of functions.
std::optional<ScipName> name_of(const ScipSymbol& symbol);

}  // namespace dossier::indexes
