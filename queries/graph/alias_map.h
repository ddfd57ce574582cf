#pragma once
// Aliases in both directions, for walks that visit many symbols: the keys that may refer to a
// definition, and the definitions that a key may refer to. The aliases of a symbol are computed
// once and cached.
//
// Rejected: accepting every definition whose last name matches, without asking what the referring
// file imports. Every file would call the one method named `get`.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/graph/aliases.h"
#include "store/scope/scope.h"

namespace dossier {

class AliasMap {
 public:
  /// `statements` is borrowed.
  AliasMap(Statements& statements, std::shared_ptr<const ScopeModules> modules);

  const Scope& scope() const { return scope_; }
  const std::vector<ScopeModule>& modules() const { return modules_->modules; }
  /// The module in scope that holds the symbol; null if the symbol is out of scope.
  const ScopeModule* module_of(int64_t symbol) const;
  /// The aliases of a type or member; null if it does not come from source code in scope.
  Aliases* aliases_of(int64_t symbol);
  /// The full name of what a module gives under a name of its own choice, or by default:
  /// "src/money.default"; "" if it is no such name.
  std::string renamed(std::string_view key);
  /// The symbols in scope that a reference by name alone, made in `module` with this key, may refer
  /// to, except those whose own key it is.
  std::vector<int64_t> definitions(std::string_view key, int64_t module);

 private:
  using Names = std::unordered_map<std::string, std::string>;
  const Names& names_given_by(const ScopeModule& module);
  bool stands_for(int64_t symbol, std::string_view folder) const;
  bool calls_companion(int64_t symbol, std::string_view owner) const;
  struct Called {
    int64_t symbol;
    std::string type;  // "" where it was not asked for
  };
  const std::vector<Called>& members_called(std::string_view name);
  void add_types(std::string_view name, std::vector<int64_t>& found);
  void add_members(std::string_view owner, std::string_view name, std::vector<int64_t>& found);

  Statements& statements_;
  std::shared_ptr<const ScopeModules> modules_;
  Scope scope_;
  PassingImports passing_;
  std::vector<const ScopeModule*> by_id_;
  std::unordered_map<int64_t, std::unique_ptr<Aliases>> names_;  // null: has none
  // Modules that give what they import under names of their own choice, by their paths.
  std::unordered_map<std::string, const ScopeModule*> by_path_;
  std::unordered_map<int64_t, Names> given_;
  std::unordered_map<std::string, std::vector<Called>> called_;  // by name
  bool has_paths_ = false;
};

}  // namespace dossier
