#pragma once
// What one reference means: the definitions of its target's key, of a reference by name alone those
// that the evidence tells of, and of a name that is made of a .proto's how sure it is.
//
// Rejected: a table of what each reference means, written at import. A file that comes or goes
// would change the meaning of references in files that stay.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/graph/evidence.h"
#include "queries/graph/proto_uses.h"

namespace dossier {

class Meanings {
 public:
  /// `statements` is borrowed. Works out what at most `receivers` expressions are.
  Meanings(Statements& statements, std::shared_ptr<const ScopeModules> modules,
           size_t receivers = ReceiverTypes::kMostExpressions);

  /// What one reference made in `module` means, by its target's id; may be out of scope. Nothing
  /// where the name alone is known: a member of a value of unknown type. What a stub declares gives
  /// way to its definition.
  std::vector<int64_t> meant(int64_t target, int64_t kind, bool by_name, const ScopeModule& module);
  /// For a reference to a member of a value: the types in scope that the value has, if none of them
  /// has such a member; else nothing.
  std::vector<int64_t> types_without(int64_t target, int64_t kind, const ScopeModule& module);
  /// The definitions in scope with the target's key.
  const std::vector<int64_t>& definitions_of(int64_t target);
  /// Likewise of a function that is known by its name alone: in its own file.
  const std::vector<int64_t>& globals_of(int64_t target);
  /// What an exact reference means by a full name of its own.
  std::vector<int64_t> owned_by(int64_t target, int64_t source);
  /// What a reference by name alone, made in the module with this id, means; also where nothing is
  /// known of its receiver.
  const std::vector<int64_t>& meant_by(int64_t target, int64_t module, Use use);

  /// How sure the names are that are made of a .proto's.
  ProtoUses& proto_uses();
  Evidence& evidence() { return evidence_; }
  /// The module in scope that holds the symbol; null if the symbol is out of scope.
  const ScopeModule* module_of(int64_t symbol) const { return evidence_.aliases.module_of(symbol); }

 private:
  struct Range {
    int64_t first = 0, last = 0;
  };
  struct ByName {  // a reference by name alone, to be looked up for each module that makes it
    int64_t target = 0, module = 0;
    Use use = Use::call;
    friend auto operator<=>(const ByName&, const ByName&) = default;
  };
  struct Target {  // all empty where there is none of the id
    int64_t type = 0;
    std::string type_name, key, text;
  };
  Target target_of(int64_t target);
  std::vector<Range> types_called(int64_t name);
  void add_members(std::string_view names, const Range& type, std::vector<int64_t>& found);

  Statements& statements_;
  Evidence evidence_;
  std::optional<ProtoUses> proto_uses_;
  std::unordered_map<int64_t, std::vector<int64_t>> definitions_;  // by target
  std::unordered_map<int64_t, std::vector<int64_t>> globals_;      // by target
  std::map<ByName, std::vector<int64_t>> by_name_;
};

}  // namespace dossier
