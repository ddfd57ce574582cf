#pragma once
// The comment of a definition is the one whose last line is right above the definition, above its
// attributes, or on its first line.
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

/// Finds the comment that documents a definition: the one whose last line is right above it, above
/// its attributes or on the line that opens it.
class Documentation {
 public:
  Documentation(const CommentStyle& style, const Captures& captures, std::string_view text);
  /// The comment without markers; "" = none.
  std::string of(const Definition& definition) const;

 private:
  struct Block {
    uint32_t begin, end, row, end_row;
  };
  const CommentStyle& style_;
  const Captures& captures_;
  std::string_view text_;
  std::vector<Block> blocks_;  // adjacent comments as one, ordered by end row
};

}  // namespace dossier::languages
