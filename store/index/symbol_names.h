#pragma once
// The names of a scope's symbols in memory, for answers that short or common words find too much
// for: their order hangs mostly on names, and reading the texts of every match takes as long as
// there are matches. A distinct name is kept once, with the places where its words begin; a symbol
// is a name and a kind, five bytes. One pass over the tables makes it, when a question first
// profits from it; the connections of a server share it (NamesCache) until the facts change.
//
// Rejected: the best symbols of each prefix, listed by imports. Which are best depends on the
// scope, the kinds and the other words, so most lists would be too short.
#include <cstdint>
#include <memory>
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
    size_t begin = 0;  // of its symbols among all: they follow each other there, too
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
  /// By the module's id; empty where it was not read.
  Module module(int64_t id) const;
  /// Whether every module of the scope was read.
  bool covers(const ScopeModules& scope) const;
  /// Every module that was read, in the order of their ids.
  std::vector<Module> modules() const;
  size_t symbols() const { return name_of_.size(); }

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
    bool operator<(const Part& other) const { return first < other.first; }
  };
  Module module_of(const Part& part) const;
  std::vector<Part> parts_;  // a module each, in the order of their ids
};

}  // namespace dossier
