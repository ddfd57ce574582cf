#pragma once
// The symbols of the outermost nodes of a query's patterns, parsed from the query's text because
// tree-sitter does not provide them. With them, only nodes at which a pattern can match are passed
// to its matcher, which otherwise examines every token of a file; see match.h.
#include <tree_sitter/api.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier::languages {

/// A pattern of a single node with its capture and optional predicates, `(comment) @comment`. It
/// needs no matcher.
struct LonePattern {
  uint16_t pattern = 0;
  uint32_t capture = 0;
};

class PatternRoots {
 public:
  PatternRoots() = default;
  /// `source` is the query's text. Removes lone patterns from the query. Throws Error{internal} if
  /// a root is not a visible named node of the grammar.
  PatternRoots(TSQuery* query, std::string_view source, const TSLanguage* grammar);

  enum Start : uint8_t { nothing = 0, lone = 1, pattern = 2 };
  /// What can begin at a node with this symbol: a set of Start.
  uint8_t starts(TSSymbol symbol) const {
    return symbol < starts_.size() ? starts_[symbol] : uint8_t{nothing};
  }
  const std::vector<LonePattern>& lone_patterns(TSSymbol symbol) const { return lone_[symbol]; }

 private:
  std::vector<uint8_t> starts_;                 // by symbol
  std::vector<std::vector<LonePattern>> lone_;  // by symbol
};

}  // namespace dossier::languages
