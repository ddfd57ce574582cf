#pragma once
// The stored references to a key or a type at each of their places in a scope, and what is stored
// with one. A place is a module of a snapshot: modules do not overlap, but several snapshots may
// share one, and each of them holds its references.
//
// Only the index is read here, so all references can be counted and sorted before the rows that are
// shown are looked up. Rejected: sorting in SQL. It sorts whole rows: half a second for
// System.String in mono's class libraries, of which 500 rows are shown.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/fact.h"
#include "queries/graph/names.h"
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

inline void append(std::vector<FoundReference>& to, const std::vector<FoundReference>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

class ReferenceRows {
 public:
  ReferenceRows(Store& store, const Scope& scope);

  /// The references of these kinds to a key.
  std::vector<FoundReference> to_key(std::string_view key, uint32_t kinds);
  /// The references of these kinds to the types of this name and to their members.
  std::vector<FoundReference> to_type(std::string_view type, uint32_t kinds);
  /// Sorts into discovery order and removes duplicates; of these the surest stays.
  static void order(std::vector<FoundReference>& found);

  const std::shared_ptr<const ScopeModules>& modules() const { return modules_; }
  const ScopeModule& module(const FoundReference& one) const {
    return modules_->modules[one.module];
  }
  /// What is interned under an id of a name.
  const std::string& text_of(int64_t name) { return texts_[name]; }
  /// Whether the name alone says what is referred to.
  bool is_by_name(const FoundReference& one);
  /// Whether what is called `name` there comes from a module of that name, which is not in scope.
  bool is_of_library(const FoundReference& one, std::string_view name);
  /// The language family of a symbol; "" if it does not come from source code.
  std::string_view family(int64_t symbol);

 private:
  template <typename Rows>
  std::vector<FoundReference> placed(Rows rows, uint32_t kinds);

  Store& store_;
  std::shared_ptr<const ScopeModules> modules_;
  NameTexts texts_;
  std::vector<size_t> by_id_;                          // indexes into modules(), by the module's id
  std::unordered_map<int64_t, std::string> families_;  // by symbol
};

}  // namespace dossier
