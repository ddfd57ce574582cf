#pragma once
// Follows relations between symbols breadth first. Each symbol is visited once, at its least depth,
// so cycles end and a dense graph costs no more than its references.
//
// References name keys, not symbols (docs/formats.md). A member matches by its key, by its key
// without parameters (as sources call it), by its key with generic parameters by position and,
// across source files, by its aliases (queries/graph/alias_map.h). An override by name and
// signature is not a reference; it is computed (implicit_overrides.h, source_overrides.h). Of names
// that are made of a .proto's those count that are resolved or likely (proto_uses.h), as calls,
// too, where an rpc is called by one. What makes a state machine calls its MoveNext (machines.h).
//
// Rejected: a recursive SELECT, in which depth is part of the row, so a symbol is visited once per
// depth.
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "queries/graph/implicit_overrides.h"
#include "queries/graph/meanings.h"
#include "queries/graph/method_sets.h"
#include "queries/graph/names.h"
#include "queries/graph/source_overrides.h"
#include "queries/graph/walk.h"
#include "store/index/index.h"

namespace dossier {

/// Which references a relation follows, and which way.
struct Relation {
  uint32_t kinds = 0;      // bit n: ReferenceKind n
  bool backwards = false;  // from the symbols that hold references to what those name
  bool implicit = false;   // and what overrides by name and signature
};
/// derives, implements, overrides, calls, calledby, reads, writes, refs, refby; nothing for others.
std::optional<Relation> relation_called(std::string_view name);

struct Related {
  int64_t symbol = 0;
  int64_t depth = 1;
};

class RelationWalk {
 public:
  /// Follows and finds the symbols of the scope's modules only; `scope` is Scope::text(). Works out
  /// what at most `receivers` expressions are.
  RelationWalk(SearchIndex& index, std::string_view scope, Relation relation,
               size_t receivers = ReceiverTypes::kMostExpressions);

  /// The symbols related to `symbols` or, unless the relation is backwards, to the keys `keys` (ids
  /// of names), in the order in which they are reached. May include a symbol that the walk started
  /// from.
  const std::vector<Related>& run(const std::vector<int64_t>& symbols,
                                  const std::vector<int64_t>& keys, int64_t depth);
  /// A run ends after the level that reaches one of these.
  void stop_at(const std::vector<int64_t>& symbols) {
    ends_.insert(symbols.begin(), symbols.end());
  }
  /// Forgets what was reached, not what was looked up on the way.
  void start_again();

 private:
  struct Caller {  // or what else refers to a name
    int64_t symbol = 0, module = 0;
    Use use = Use::call;
    bool has_receiver = true;
  };
  struct NamedBy {
    int64_t symbol = 0, module = 0;
    int64_t receiver = 0;  // id of the name of what it is
    Use use = Use::call;
  };
  using Called = ByReceiver<Caller>;
  bool in_scope(int64_t symbol) const;
  const Called& called(int64_t key, std::string_view name);
  void add_called_through(std::string_view name, Called& made);
  std::vector<NamedBy> named_by(int64_t key);
  void to_name(int64_t symbol, Aliases& names, int64_t key, int64_t depth);
  void reach(int64_t symbol, int64_t depth);
  /// `new Money()` names the type alone, and calls its constructor.
  void reach_constructors(int64_t type, int64_t depth);
  void from_symbol(int64_t symbol, int64_t depth);
  void to_symbol(int64_t symbol, int64_t depth);
  void to_keys_of(int64_t symbol, uint32_t kinds, int64_t depth);
  void to_key(int64_t key, uint32_t kinds, int64_t depth, bool is_rpc = false);
  /// Whether the relation follows a reference of this kind, one of `kinds`; `is_rpc`: to an rpc of
  /// a .proto, which is called by names that are made of its own.
  bool follows(uint32_t kinds, int64_t kind, int64_t source, int64_t use, bool is_rpc);
  bool is_rpc(int64_t symbol);
  void to_global(int64_t symbol, int64_t depth);
  void to_accessors(const Definition& member, int64_t depth);
  /// What makes the object that holds its code calls this method, and the other way.
  void to_machine(const Definition& body, int64_t depth);
  void from_maker(int64_t maker, int64_t depth);
  void to_own_name(const Definition& member, int64_t depth);
  void to_aliases(int64_t symbol, int64_t depth);
  bool follow(const std::vector<int64_t>& symbols, int64_t depth);

  SearchIndex& index_;
  Relation relation_;
  Meanings meanings_;
  Evidence& evidence_;  // of the meanings
  MethodSets method_sets_;
  NameTexts texts_;
  std::vector<Related> found_;
  std::unordered_set<int64_t> reached_;
  Walk<int64_t> walk_;
  std::unordered_set<int64_t> ends_;
  bool ended_ = false;                               // one of them was reached
  std::set<std::pair<int64_t, uint32_t>> followed_;  // keys, and as what
  std::unordered_map<int64_t, Called> called_;       // by key
  std::optional<ImplicitOverrides> implicit_;
  std::optional<SourceOverrides> sources_;  // likewise
};

}  // namespace dossier
