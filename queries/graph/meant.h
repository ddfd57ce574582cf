#pragma once
// Names of other source files both ways, for walks that visit many symbols: which keys may mean a
// definition, and which definitions a key may mean. What OtherNames finds is kept per symbol.
//
// Rejected: all definitions whose last name fits, without asking what the referring file imports:
// one `get` would be called by every file.
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/graph/other_names.h"
#include "store/scope/scope.h"

namespace dossier {

class Meant {
 public:
  /// `statements` is borrowed.
  Meant(Statements& statements, std::shared_ptr<const ScopeModules> modules);

  /// The module of the scope that holds a symbol; nothing outside of the scope.
  const ScopeModule* module_of(int64_t symbol) const;
  /// The other names of a type or member; nothing when it is not a source's in scope.
  OtherNames* names_of(int64_t symbol);
  /// The symbols in scope that a reference by name alone, in this module and with this key, may
  /// mean; without those whose own key it is.
  std::vector<int64_t> definitions(std::string_view key, int64_t module);

 private:
  void add_types(std::string_view name, std::vector<int64_t>& found);
  void add_members(std::string_view owner, std::string_view name, std::vector<int64_t>& found);

  Statements& statements_;
  std::shared_ptr<const ScopeModules> modules_;
  Scope scope_;
  std::vector<const ScopeModule*> by_id_;
  std::unordered_map<int64_t, std::unique_ptr<OtherNames>> names_;  // null: has none
};

}  // namespace dossier
