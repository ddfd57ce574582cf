#pragma once
// Finds the definitions that an identifier may mean, and the keys under which references name them.
// Every op that starts from a symbol uses it.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace dossier {

/// A type or a member of a snapshot.
struct Definition {
  int64_t symbol = 0;
  int64_t last = 0;         // a type's last member; the symbol itself for a member
  int64_t type_symbol = 0;  // the type itself, or a member's declaring type
  int64_t snapshot = 0;
  bool is_type = false;
  bool is_local =
      false;         // a function of a source inside of another one, which its file alone calls
  std::string kind;  // type, field, method, property, event
  std::string type;  // full name of the type or declaring type
  std::string key;   // Type, or Type.Name(ParamType,…)
  std::string signature;  // of a member
  std::string full_name;  // of a member that its export spells otherwise than Type.Name; else ""
  std::string module;
  std::string path;
  int64_t flags = 0;
  int64_t token = 0;  // 0 = none
};

/// The definitions that match the identifier in the most exact sense for which there are any: a
/// type's full name; a member's full name (with or without its parameter list, or as its export
/// spells it); a type's short name; Type.Member with the type's short name; a member's short name.
/// A source file gives way to its own member of that name.
/// `module` restricts the search to the modules of this name or path, ignoring case; empty means
/// any module.
std::vector<Definition> find_definitions(Store& store, const Scope& scope,
                                         std::string_view identifier, std::string_view module = {});

/// The definition with this full name, for a member with or without parameters: the one in `module`
/// if it has one, otherwise the first.
std::optional<Definition> definition_called(Store& store, const Scope& scope,
                                            std::string_view full_name,
                                            std::string_view module = {});

/// The types with this full name, and the members: with or without a parameter list, every
/// overload.
std::vector<Definition> types_called(Store& store, const Scope& scope, std::string_view full_name);
std::vector<Definition> members_called(Store& store, const Scope& scope,
                                       std::string_view full_name);

/// The members in scope with this short name, in the order of the scope's snapshots.
std::vector<Definition> members_everywhere(Statements& statements, const Scope& scope,
                                           std::string_view name);

/// The definition of a symbol; absent for a module.
std::optional<Definition> definition_of(Statements& statements, int64_t symbol);
inline std::optional<Definition> definition_of(Store& store, int64_t symbol) {
  return definition_of(store.statements(), symbol);
}

/// The keys under which references name a member: its own, and the one used by modules that know
/// its generic parameters by position only. A local function has none of these: references name it
/// by its full name (queries/graph/own_names.h).
std::vector<std::string> keys_of(Statements& statements, const Definition& member);
inline std::vector<std::string> keys_of(Store& store, const Definition& member) {
  return keys_of(store.statements(), member);
}

/// The keys of references that equal the identifier or are overloads of it. For symbols that are
/// referred to but not defined in scope.
std::vector<std::string> keys_called(Store& store, std::string_view identifier);

}  // namespace dossier
