#pragma once
// Relations between symbols, followed breadth first, each symbol once at its least depth, so that
// cycles end and a dense graph costs no more than its references.
//
// References name keys, not symbols (docs/formats.md): a member is found by its key, by its key
// without parameters, which is how sources call it, and by the one with its generic parameters by
// position; across source files also by the names that imports and namespaces give it
// (queries/graph/meant.h). What overrides a method of an assembly by name and signature is no
// reference: it is worked out (queries/graph/implicit_overrides.h). Rejected: a recursive SELECT,
// which knows depths only as a part of its rows and so visits a symbol once per depth.
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "queries/graph/implicit_overrides.h"
#include "queries/graph/meant.h"
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
  /// Symbols of the scope's modules (Scope::text()) are followed and found.
  RelationWalk(SearchIndex& index, std::string_view scope, Relation relation);

  /// What is related to these symbols or, of a relation that is not backwards, to what is called by
  /// these keys (ids of names), in the order in which it is reached. May hold a symbol it began
  /// with.
  const std::vector<Related>& run(const std::vector<int64_t>& symbols,
                                  const std::vector<int64_t>& keys, int64_t depth);

 private:
  struct Range {
    int64_t first = 0, last = 0;
  };
  struct ByName {  // a reference by name alone, to be looked up for each module that makes it
    int64_t target = 0, module = 0;
    friend auto operator<=>(const ByName&, const ByName&) = default;
  };
  bool in_scope(int64_t symbol) const;
  void reach(int64_t symbol, int64_t depth);
  void from_symbol(int64_t symbol, int64_t depth);
  void to_symbol(int64_t symbol, int64_t depth);
  void to_key(int64_t key, int64_t depth);
  void to_other_names(int64_t symbol, int64_t depth);
  bool follow(const std::vector<int64_t>& symbols, int64_t depth);
  const std::vector<int64_t>& definitions_of(int64_t target);
  const std::vector<int64_t>& meant_by(const ByName& reference);
  void add_members(std::string_view names, const Range& type, std::vector<int64_t>& found);
  std::optional<int64_t> name_id(std::string_view text);

  SearchIndex& index_;
  Relation relation_;
  Meant meant_;
  std::vector<Related> found_;
  std::unordered_set<int64_t> reached_;
  Walk<int64_t> walk_;
  std::unordered_set<int64_t> followed_;                           // keys
  std::unordered_map<int64_t, std::vector<int64_t>> definitions_;  // by target
  std::map<ByName, std::vector<int64_t>> by_name_;
  std::optional<ImplicitOverrides> implicit_;
};

}  // namespace dossier
