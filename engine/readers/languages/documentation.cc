#include "engine/readers/languages/documentation.h"

#include <algorithm>

#include "engine/readers/comments.h"

namespace dossier::languages {

Documentation::Documentation(const CommentStyle& style, const Captures& captures,
                             std::string_view text)
    : style_(style), captures_(captures), text_(text) {
  for (const Span& comment : captures.comments) {
    const auto line = text.substr(0, comment.begin);
    const auto start = line.rfind('\n') + 1;  // npos + 1 is 0
    const bool alone = line.find_first_not_of(" \t", start) == line.npos;
    if (!alone) continue;  // behind code: it explains that line
    if (!blocks_.empty() && comment.row == blocks_.back().end_row + 1) {
      blocks_.back().end = comment.end;
      blocks_.back().end_row = comment.end_row;
    } else {
      blocks_.push_back({comment.begin, comment.end, comment.row, comment.end_row});
    }
  }
}

std::string Documentation::of(const Definition& definition) const {
  uint32_t row = definition.node.row;
  // Attributes on the lines right above belong to the definition.
  for (auto above =
           std::upper_bound(captures_.above.begin(), captures_.above.end(), definition.node.begin,
                            [](uint32_t at, const Span&span) { return at < span.begin; });
       above != captures_.above.begin();) {
    --above;
    if (above->end_row + 1 < row) break;
    row = std::min(row, above->row);
  }
  const auto block =
      std::lower_bound(blocks_.begin(), blocks_.end(), row,
                       [](const Block& one, uint32_t before) { return one.end_row + 1 < before; });
  if (block == blocks_.end() || block->end_row + 1 != row) return {};
  return comment_text(text_.substr(block->begin, block->end - block->begin), style_);
}

}  // namespace dossier::languages
