#pragma once
// How sure it is that a name which generators make of a .proto's definition (a reference of kind
// rpc) means that definition. The reader knows the spelling alone (engine/readers/languages/rpc.h);
// what else the source says of the same name is stored as a reference of another kind at the same
// place, and what that one means is worked out here:
//   - a definition of generated code that belongs to the .proto's type, or the .proto's: resolved;
//   - another definition in scope, or a value of another type in scope: then the .proto's is not
//   meant at all; of an rpc, also what RpcUses says is another;
//   - nothing that is known: likely where the source uses the generated code of the .proto, else by
//     name. So is what it calls its own, but for a method, which may implement an rpc.
//
// Rejected: deciding in the reader. What a receiver is depends on the other files.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/readers/proto/names.h"
#include "queries/graph/rpc_uses.h"
#include "queries/graph/sure.h"
#include "store/scope/scope.h"

namespace dossier {

class Meanings;

class ProtoUses {
 public:
  /// Both are borrowed.
  ProtoUses(Statements& statements, Meanings& meanings);

  struct Use {
    Sure sure = Sure::by_name;
    bool is_used = false;  // called, read or set: neither declared nor named as a type
  };
  /// What the reference number `use` of `source` is; nothing where another definition is meant.
  std::optional<Use> judge(int64_t source, int64_t use);
  RpcUses& rpcs() { return rpcs_; }

 private:
  struct Row {
    int64_t target = 0, use = 0, kind = 0;
    bool by_name = false;
    std::pair<int64_t, int64_t> place;  // line and column
  };
  enum class Meant : uint8_t { unknown, own, another };

  void read(int64_t source);
  Meant meant(const Row& row, std::string_view key, std::string_view type,
              const ScopeModule& module);
  RpcUses::Tells told(const Rpc& rpc, int64_t kind, int64_t source, int64_t use,
                      const ScopeModule& module);
  Meant meant_by(int64_t symbol, std::string_view key, std::string_view type,
                 const ScopeModule& source);
  bool is_generated(const ScopeModule& module);
  bool uses(int64_t module, std::string_view proto);
  const std::unordered_set<std::string>& spellings(std::string_view type);

  Statements& statements_;
  Meanings& meanings_;
  RpcUses rpcs_;
  proto::Spellings made_;
  int64_t source_ = 0;     // whose rows these are; most are asked about one after the other
  std::vector<Row> rows_;  // by place
  std::map<std::string, std::unordered_set<std::string>, std::less<>> spellings_;
  std::unordered_map<int64_t, bool> generated_;                        // by module
  std::unordered_map<int64_t, std::unordered_set<std::string>> used_;  // by module
};

}  // namespace dossier
