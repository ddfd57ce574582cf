#pragma once
// Computes which methods and properties of sources override or implement which. A source states at
// most that a method overrides something, not what; so one overrides another if its type derives
// from the other's or implements it, as far as the bases are in scope (ReceiverTypes; in Go by its
// methods, method_sets.h), and it has
// the other's name and as many parameters; the same ones, as they are written, where one of the two
// types overloads the name. Private ones and constructors override nothing, nor do static ones and
// constants but those of a trait or a protocol, and abstract ones.
//
// Rejected: to ask for the keyword. Half of the languages have none, and interfaces need none. The
// same types of parameters in every case: a generic base's are written otherwise, and sources of
// some languages write none.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "queries/graph/alias_map.h"
#include "queries/graph/definitions.h"
#include "queries/graph/method_sets.h"
#include "queries/graph/receiver_types.h"
#include "store/scope/scope.h"

namespace dossier {

class SourceOverrides {
 public:
  /// Whether a limit was met, so that others may be.
  bool is_cut() const { return receivers_.is_cut() || method_sets_.is_cut(); }
  /// `statements` is borrowed.
  SourceOverrides(Statements& statements, std::shared_ptr<const ScopeModules> modules);

  /// The members in scope that override or implement this one, directly or indirectly, in discovery
  /// order; none for what no source defines.
  std::vector<Definition> of(const Definition& member) { return related(member, true); }
  /// The members that this one overrides or implements.
  std::vector<Definition> by(const Definition& member) { return related(member, false); }

 private:
  std::vector<Definition> related(const Definition& member, bool is_base);
  /// Whether the member, if it is static, has to be or may be declared by what implements its type.
  bool leaves_to_others(const Definition& member);
  size_t overloads(const Definition& member, std::string_view name);

  Statements& statements_;
  AliasMap aliases_;
  ReceiverTypes receivers_;
  MethodSets method_sets_;
};

}  // namespace dossier
