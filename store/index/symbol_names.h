#pragma once
// The names of a scope's symbols in memory, for answers that short or common words find too much
// for: their order hangs mostly on names, and reading the texts of every match takes as long as
// there are matches. A distinct name is kept once, with the places where its words begin; a symbol
// is a name and a kind, five bytes. One pass over the tables makes it, when a question first
// profits from it; the connections of a server share it (UnitCache) until the facts change.
//
// Rejected: the best symbols of each prefix, listed by imports. Which are best depends on the
// scope, the kinds and the other words, so most lists would be too short.
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "store/index/row_kind.h"
#include "store/scope/scope.h"

namespace dossier {

class SearchIndex;

class SymbolNames {
 public:
  /// What is kept at most.
  struct Bounds {
    size_t symbols = size_t{1} << 22;
    size_t bytes = size_t{64} << 20;  // of distinct names
  };
  /// What symbols are, but for their names.
  struct Kind {
    RowKind row = RowKind::module;
    MemberKind member = MemberKind::field;  // of members
    bool is_constructor = false;
    bool is_public = false;
    int64_t word = 0;       // of types: what the source calls it, a _name.id; 0 = unknown
    std::string text = {};  // that name
    bool operator==(const Kind&) const = default;
  };
  /// Symbols of one module in the order of their ids, which follow each other from `first` on.
  struct Module {
    int64_t first = 0;
    std::span<const uint32_t> names;
    std::span<const uint8_t> kinds;
  };

  /// Reads those of the scope, within a transaction. Null where they are more than the bounds.
  static std::shared_ptr<const SymbolNames> read(SearchIndex& index, const ScopeModules& scope,
                                                 const Bounds& bounds);
  static std::shared_ptr<const SymbolNames> read(SearchIndex& index, const ScopeModules& scope) {
    return read(index, scope, Bounds());
  }

  size_t size() const { return ends_.size(); }
  std::string_view name(size_t at) const { return cut(names_, at); }
  /// In lower case, where the name is usual.
  std::string_view lowered(size_t at) const { return cut(lowered_, at); }
  /// Of ASCII and less than 64 bytes: word_starts() knows where each of its words begins.
  bool is_usual(size_t at) const { return starts_[at] != kUnusual; }
  uint64_t word_starts(size_t at) const { return starts_[at]; }
  /// By the numbers in Module::kinds.
  std::span<const Kind> kinds() const { return kinds_; }
  /// Of the scope's modules, in their order.
  Module module(size_t at) const;

 private:
  static constexpr uint64_t kUnusual = ~uint64_t{0};
  friend class NamesReader;

  std::string_view cut(const std::string& text, size_t at) const {
    const size_t begin = at ? ends_[at - 1] : 0;
    return std::string_view(text).substr(begin, ends_[at] - begin);
  }

  std::string names_, lowered_;  // one after another
  std::vector<uint32_t> ends_;   // in both
  std::vector<uint64_t> starts_;
  std::vector<Kind> kinds_;
  std::vector<uint32_t> name_of_;  // by symbol
  std::vector<uint8_t> kind_of_;   // likewise
  struct Part {
    int64_t first = 0;
    size_t begin = 0, size = 0;  // in name_of_
  };
  std::vector<Part> parts_;  // by module of the scope
};

/// The latest few that were read, of one database. Safe for several threads.
class NamesCache {
 public:
  /// Null where they are not kept and `may_read` is false, where another thread is reading them,
  /// and where they are too many.
  std::shared_ptr<const SymbolNames> get(SearchIndex& index, const ScopeModules& scope,
                                         bool may_read);

 private:
  static constexpr size_t kKept = 2;
  struct Held {
    int64_t generation = 0;
    std::string scope;
    std::shared_ptr<const SymbolNames> names;  // null: too many
  };
  std::optional<std::shared_ptr<const SymbolNames>> find(const ScopeModules& scope);

  std::mutex lock_;     // of held_
  std::mutex reading_;  // one at a time
  std::vector<Held> held_;
};

}  // namespace dossier
