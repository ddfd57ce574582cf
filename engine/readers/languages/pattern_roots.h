#pragma once
// Where the patterns of a query begin: the symbols of their outermost nodes, read from the query's
// text since tree-sitter does not tell. With them only the nodes at which something can match are
// given to its matcher, which otherwise looks at every token of a file; see match.h.
#include <tree_sitter/api.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier::languages {

/// A pattern that is one node, its capture and maybe predicates, `(comment) @comment`: it is met
/// without matching.
struct LonePattern {
  uint16_t pattern = 0;
  uint32_t capture = 0;
};

class PatternRoots {
 public:
  PatternRoots() = default;
  /// `source` is the query's text. Lone patterns are taken out of the query. Throws Error{internal}
  /// for a root that is no visible named node of the grammar.
  PatternRoots(TSQuery* query, std::string_view source, const TSLanguage* grammar);

  enum Start : uint8_t { nothing = 0, lone = 1, pattern = 2 };
  /// What begins at a node of this symbol: a set of Start.
  uint8_t starts(TSSymbol symbol) const {
    return symbol < starts_.size() ? starts_[symbol] : uint8_t{nothing};
  }
  const std::vector<LonePattern>& lone_patterns(TSSymbol symbol) const { return lone_[symbol]; }

 private:
  std::vector<uint8_t> starts_;                 // by symbol
  std::vector<std::vector<LonePattern>> lone_;  // by symbol
};

}  // namespace dossier::languages
