#pragma once
// Finds the references to a symbol in the modules of a scope, in discovery order. A reference names
// its target by text and assembly, not by module. If several modules of the scope define a type of
// the same name, the assembly that the reference names (or the module that contains it) decides
// which one is the target. References by name alone, from source code, count if the name may refer
// to the definition (aliases.h).
//
// Only the index is read here, so all references can be counted and sorted before the rows that are
// shown are looked up. Rejected: sorting in SQL. It sorts whole rows: half a second for
// System.String in mono's class libraries, of which 500 rows are shown.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/fact.h"
#include "queries/graph/alias_map.h"
#include "queries/graph/definitions.h"
#include "queries/graph/headers.h"
#include "queries/graph/key_tails.h"
#include "queries/graph/meanings.h"
#include "queries/graph/own_names.h"
#include "queries/graph/proto_uses.h"
#include "queries/graph/receiver_types.h"
#include "queries/graph/rivals.h"
#include "queries/graph/sure.h"
#include "store/store.h"

namespace dossier {

/// A set of kinds of references.
inline constexpr uint32_t kEveryKind = ~0u;
constexpr uint32_t bit(ReferenceKind kind) { return 1u << static_cast<unsigned>(kind); }

struct FoundReference {
  size_t module = 0;  // index into modules(): the module that holds it
  int64_t source = 0;
  int64_t use = 0;  // among those of its source (_reference.use)
  int64_t kind = 0;
  int64_t scope = 0;  // id of the name of the target's assembly
  int64_t type = 0;   // id of the name of the target's type, or of what the receiver is
  Sure sure = Sure::resolved;

  auto place() const { return std::tuple(module, source, use); }
  friend bool operator==(const FoundReference& a, const FoundReference& b) {
    return a.place() == b.place();
  }
  friend auto operator<=>(const FoundReference& a, const FoundReference& b) {
    return a.place() <=> b.place();
  }
};

class References {
 public:
  References(Store& store, const Scope& scope);

  /// The references of these kinds to a type and its members, or to a member only, in discovery
  /// order.
  std::vector<FoundReference> to(const Definition& definition, uint32_t kinds);
  /// Likewise, and to the accessors of a property or an event: their calls count as reads and
  /// writes of it.
  std::vector<FoundReference> to_used(const Definition& definition, uint32_t kinds);
  /// The references of these kinds to the type itself, not its members. For base and interface.
  std::vector<FoundReference> to_type_itself(const Definition& type, uint32_t kinds);
  /// The references to a name that nothing in scope defines: to the type of this name or, failing
  /// that, to the members.
  std::vector<FoundReference> to(std::string_view name, uint32_t kinds);
  /// The references by name alone whose key is just this name, from sources in the language family
  /// of one of `members`. If `members` is all that has the name, one of them is the target.
  /// Unordered. Empty for a name that includes a type.
  std::vector<FoundReference> to_bare(std::string_view name, const std::vector<Definition>& members,
                                      uint32_t kinds);
  /// Those among the references by name alone whose key is just the short name of `wanted` that are
  /// not in `known`, in discovery order: which definition each means is not worked out. From
  /// sources in the families of `definitions`; of any where none is known. Where `known` is empty
  /// those, too, whose key ends in the name and that mean nothing in scope; otherwise those of them
  /// whose key names what holds a definition before it.
  std::vector<FoundReference> by_name(std::string_view wanted,
                                      const std::vector<Definition>& definitions, uint32_t kinds,
                                      const std::vector<FoundReference>& known);
  /// The references to every type of this name and to its members; unordered.
  std::vector<FoundReference> to_any(std::string_view type, uint32_t kinds);
  /// Of a name that is made of a .proto's: whether something is called, read or set by it there.
  bool is_used(const FoundReference& one);
  /// Sorts into discovery order and removes duplicates; of these the surest stays.
  static void order(std::vector<FoundReference>& found);

  const std::vector<ScopeModule>& modules() const { return modules_->modules; }
  const ScopeModule& module(const FoundReference& one) const { return modules()[one.module]; }

 private:
  /// A type with the requested name, and the names by which references identify where it is.
  struct Definer {
    int64_t type = 0;
    bool is_source = false;
    std::string module, assembly;
  };
  /// The references whose key is a bare name, or ends in it behind a value that another file gives,
  /// by what they mean: each receiver is worked out once,
  /// however many definitions of the name are asked about.
  struct Called {
    std::unordered_map<int64_t, std::vector<FoundReference>> meant;  // by member
    std::vector<FoundReference> unknown;                             // which of them is meant
    std::vector<FoundReference> outside_only;                        // none of a type
  };
  const Called& called(std::string_view name);
  void add_called_through(std::string_view name, Called& made);
  /// Drops calls without a receiver, inside of the type, of what neither it nor a base has.
  void drop_calls_of_none(std::string_view type, std::vector<FoundReference>& found);
  void collect_called(const Definition& definition, Aliases& names, uint32_t kinds,
                      std::vector<FoundReference>& found);
  bool is_by_name(const FoundReference& one);
  /// Says of the names that are made of a .proto's how sure they are; drops what means another
  /// definition and, unless `by_name`, what goes by the name alone; then, all else.
  void judge_proto(std::vector<FoundReference>& found, bool by_name);
  std::optional<ProtoUses::Use> judged(const FoundReference& one);
  void collect_proto(const Definition& definition, uint32_t kinds,
                     std::vector<FoundReference>& found);
  const std::vector<Definer>& definers(const std::string& type);
  template <typename Rows>
  void collect(Rows rows, uint32_t kinds, std::vector<FoundReference>& found);
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
  /// Whether what is called `name` there comes from a module of that name, which is not in scope.
  bool is_of_library(const FoundReference& one, std::string_view name);
  std::vector<FoundReference> named(std::string_view name,
                                    const std::unordered_set<std::string_view>& families,
                                    uint32_t kinds);
  /// Adds those whose key ends in these names, of which no definition in scope is meant.
  void add_unexplained(std::string_view tail, const std::unordered_set<std::string_view>& families,
                       uint32_t kinds, std::vector<FoundReference>& found);
  void keep_own(const Definition& definition, std::vector<FoundReference>& found);
  bool is_meant(const std::vector<Definer>& definers, int64_t type, const FoundReference& incoming);
  const std::string& text_of(int64_t name);
  /// The language family of a symbol; "" if it does not come from source code.
  std::string_view family(int64_t symbol);

  Store& store_;
  Scope scope_;
  std::shared_ptr<const ScopeModules> modules_;
  AliasMap alias_map_;
  ReceiverTypes receivers_;
  Headers headers_;
  Rivals rivals_;
  OwnNames own_names_;
  KeyTails key_tails_;
  std::optional<Meanings> meanings_;  // made where they are asked for
  std::vector<size_t> by_id_;         // indexes into modules(), by the module's id
  std::map<std::string, std::vector<Definer>, std::less<>> definers_;
  std::map<std::string, Called, std::less<>> called_;
  std::unordered_map<int64_t, std::string> texts_;
  std::unordered_map<int64_t, std::string> families_;  // by symbol
};

}  // namespace dossier
