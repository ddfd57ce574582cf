#pragma once
// Finds the references to a symbol in the modules of a scope, in discovery order: exact ones, of
// several types of one name those to the right one (homonyms.h), and from source code those by name
// alone that the evidence says mean the symbol. What merely bears its name is in
// named_references.h.
//
// Rejected: one statement that joins a definition with its references. Which of them mean it
// depends on what each referring file imports, and is worked out once for all definitions of a
// name.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "queries/graph/definitions.h"
#include "queries/graph/evidence.h"
#include "queries/graph/homonyms.h"
#include "queries/graph/proto_references.h"
#include "queries/graph/reference_rows.h"
#include "store/store.h"

namespace dossier {

class References {
 public:
  References(Store& store, const Scope& scope);

  /// The references of these kinds to a type and its members, or to a member only, in discovery
  /// order.
  std::vector<FoundReference> to(const Definition& definition, uint32_t kinds);
  /// Likewise, and to the accessors of a property or an event: their calls count as reads and
  /// writes of it.
  std::vector<FoundReference> to_used(const Definition& definition, uint32_t kinds);
  /// Where methods make the objects that hold their code, `body` being the method of these: as
  /// calls of it, in discovery order.
  std::vector<FoundReference> to_machine(const Definition& body);
  /// The references of these kinds to the type itself, not its members. For base and interface.
  std::vector<FoundReference> to_type_itself(const Definition& type, uint32_t kinds);
  /// The references to a name that nothing in scope defines: to the type of this name; failing
  /// that, to the members; failing that, to the accessors of a property or an event.
  std::vector<FoundReference> to(std::string_view name, uint32_t kinds);
  struct AccessorCalls {
    std::string accessor;  // its full name
    std::vector<FoundReference> calls;
  };
  /// Of a property or an event that nothing in scope defines: what calls each accessor. Empty where
  /// something refers to the name itself.
  std::vector<AccessorCalls> to_accessors(std::string_view name, uint32_t kinds);

  ReferenceRows& rows() { return rows_; }
  Evidence& evidence() { return evidence_; }
  ProtoReferences& proto() { return proto_; }
  const ScopeModule& module(const FoundReference& one) const { return rows_.module(one); }

 private:
  using Called = ByReceiver<FoundReference>;
  std::vector<FoundReference> to_referred(std::string_view name, uint32_t kinds);
  const Called& called(std::string_view name);
  void add_called_through(std::string_view name, Called& made);
  /// Drops calls without a receiver, inside of the type, of what neither it nor a base has.
  void drop_calls_of_none(std::string_view type, std::vector<FoundReference>& found);
  void collect_called(const Definition& definition, Aliases& names, uint32_t kinds,
                      std::vector<FoundReference>& found);
  /// Exact references to a member whose key is its bare name (C functions from an index that
  /// resolved them).
  void collect_global(const Definition& definition, uint32_t kinds,
                      std::vector<FoundReference>& found);
  /// Exact references to a member by a full name of its own.
  void collect_own_name(const Definition& definition, uint32_t kinds,
                        std::vector<FoundReference>& found);
  void collect_by_name(const Definition& definition, uint32_t kinds,
                       std::vector<FoundReference>& found);
  /// Where a constructor's type is made, from sources.
  void collect_made(const Definition& definition, uint32_t kinds,
                    std::vector<FoundReference>& found);

  Store& store_;
  Scope scope_;
  ReferenceRows rows_;
  Evidence evidence_;
  ProtoReferences proto_;
  Homonyms homonyms_;
  std::map<std::string, Called, std::less<>> called_;  // by name
};

}  // namespace dossier
