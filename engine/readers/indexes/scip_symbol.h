#pragma once
// Parses SCIP's symbol strings (scip.proto, the grammar above message Symbol) and gives their names
// in this project's notation (docs/decisions, 5).
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

/// Absent for a local symbol and for a malformed one.
std::optional<ScipSymbol> parse_symbol(std::string_view text);

/// A symbol's name in this project's notation.
struct ScipName {
  Descriptor::Kind kind = Descriptor::Kind::package;  // of its last descriptor
  bool is_property = false;                           // a getter or setter
  bool is_constructor = false;
  std::string name;        // short
  std::string type;        // full name: its own, or that of what holds it
  std::string name_space;  // of the type
  std::string key;         // full name
};

/// Absent for anything but a type, member or module: parameters and symbols inside of functions.
std::optional<ScipName> name_of(const ScipSymbol& symbol);

}  // namespace dossier::indexes
