#pragma once
// What refers to a symbol, among the modules of a scope and in their order. A reference names its
// target by text and assembly, not by module: where several modules of the scope define a type of
// one name, the assembly it names (or the module it stands in) decides which of them is meant. Of
// sources, references by name alone count where the name may mean the definition (other_names.h).
//
// Only what the index holds is read here, so that everything can be counted and put in order before
// the rows that are shown are looked up. Rejected: ordering in SQL (it sorts whole rows: half a
// second for System.String among mono's class libraries, of which 500 are shown).
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/fact.h"
#include "queries/graph/definitions.h"
#include "store/store.h"

namespace dossier {

/// A set of kinds of references.
inline constexpr uint32_t kEveryKind = ~0u;
constexpr uint32_t bit(ReferenceKind kind) { return 1u << static_cast<unsigned>(kind); }

struct Incoming {
  size_t module = 0;  // index into modules(): the module that holds it
  int64_t source = 0;
  int64_t seq = 0;
  int64_t kind = 0;
  int64_t scope = 0;  // what the target's assembly is called, by its name's id

  friend bool operator==(const Incoming&, const Incoming&) = default;
  friend auto operator<=>(const Incoming&, const Incoming&) = default;
};

class IncomingReferences {
 public:
  IncomingReferences(Store& store, const Scope& scope);

  /// Those to a type or its members (to a member: only to it) of these kinds, in discovery order.
  std::vector<Incoming> to(const Definition& definition, uint32_t kinds);
  /// Those to a type itself, of these kinds: for base and interface.
  std::vector<Incoming> to_type_itself(const Definition& type, uint32_t kinds);
  /// Those to what is called so and defined nowhere in scope: a type, otherwise a member.
  std::vector<Incoming> to(std::string_view name, uint32_t kinds);
  /// Those by name alone that bear nothing but this name, from sources in the language of one of
  /// the members: where these are all that is called so, one of them is meant; unordered. Nothing
  /// for a name with a type in front.
  std::vector<Incoming> to_bare(std::string_view name, const std::vector<Definition>& members,
                                uint32_t kinds);
  /// Those to every type called so, and to its members; unordered.
  std::vector<Incoming> to_any(std::string_view type, uint32_t kinds);
  /// In discovery order, each once.
  static void order(std::vector<Incoming>& found);

  const std::vector<ScopeModule>& modules() const { return modules_->modules; }
  const ScopeModule& module(const Incoming& one) const { return modules()[one.module]; }

 private:
  /// A type of the name in question, and what references call the place it is in.
  struct Definer {
    int64_t type = 0;
    bool is_source = false;
    std::string module, assembly;
  };
  const std::vector<Definer>& definers(const std::string& type);
  template <typename Rows>
  void collect(Rows rows, uint32_t kinds, std::vector<Incoming>& found);
  /// Exact ones to a member that no type's name stands in front of (C's functions, in an index that
  /// resolved them): its name is its key.
  void collect_global(const Definition& definition, uint32_t kinds, std::vector<Incoming>& found);
  void collect_by_name(const Definition& definition, uint32_t kinds, std::vector<Incoming>& found);
  void keep_own(const Definition& definition, std::vector<Incoming>& found);
  bool is_meant(const std::vector<Definer>& definers, int64_t type, const Incoming& incoming);
  const std::string& text_of(int64_t name);
  /// The family of the language that a symbol is written in; "" of what is not from sources.
  std::string_view family(int64_t symbol);

  Store& store_;
  Scope scope_;
  std::shared_ptr<const ScopeModules> modules_;
  std::vector<size_t> by_id_;  // indexes into modules(), by the module's id
  std::map<std::string, std::vector<Definer>, std::less<>> definers_;
  std::unordered_map<int64_t, std::string> texts_;
  std::unordered_map<int64_t, std::string> families_;  // by symbol
};

}  // namespace dossier
