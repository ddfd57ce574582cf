#pragma once
// What tells of a name that is spelled as an rpc is whether it is one. Rpcs are often called as
// everything is, Get or List. One is called through something that bears its service's name (a
// client, a stub, the base of a server), and is declared by a method that takes or gives its
// messages, or whose type derives from something of the service's. What the source says of a
// receiver is worked out (queries/graph/receiver_types.h); a package, and a value whose type bears
// another name, have no rpcs.
//
// Rejected: taking nothing for an rpc unless its receiver is known. Generated code is often in no
// scope, and a client may come from anywhere.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "store/scope/scope.h"

namespace dossier {

class Meanings;

/// An rpc of a service in scope; names in letters and digits alone, in lower case.
struct Rpc {
  std::string service;
  std::string request, response;
};

/// What a reference of a source stores beside its kind.
struct Referred {
  std::string_view type, scope, key;
};

/// Whether a reference of the kind is to a type or a module, whatever is called so.
bool is_to_type(int64_t kind);

class RpcUses {
 public:
  enum class Tells : uint8_t { nothing, rpc, another };

  /// Both are borrowed.
  RpcUses(Statements& statements, Meanings& meanings)
      : statements_(statements), meanings_(meanings) {}

  /// The rpc with this key of the type; null: the type is no service of a .proto in scope.
  const Rpc* rpc(std::string_view type, std::string_view key);
  /// What a reference made in `module` at the place of the name tells.
  Tells referred(const Rpc& rpc, int64_t kind, const Referred& to, const ScopeModule& module);
  /// What the symbol tells, if it is what the name declares.
  Tells declared(const Rpc& rpc, int64_t symbol, std::string_view name);

 private:
  std::optional<Rpc> find(std::string_view type, std::string_view key);

  Statements& statements_;
  Meanings& meanings_;
  std::unordered_map<std::string, std::optional<Rpc>> rpcs_;  // by key
};

}  // namespace dossier
