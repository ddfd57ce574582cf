#include "engine/readers/indexes/scip_enclosing.h"

#include <algorithm>

namespace dossier::indexes {

ScipEnclosing::ScipEnclosing(std::vector<ScipDefinition> definitions)
    : definitions_(std::move(definitions)) {
  std::stable_sort(definitions_.begin(), definitions_.end(),
                   [](const ScipDefinition& a, const ScipDefinition& b) {
                     if (a.range.begins_before(b.range)) return true;
                     if (b.range.begins_before(a.range)) return false;
                     return std::pair(a.range.end_line, a.range.end_column) >
                            std::pair(b.range.end_line, b.range.end_column);
                   });
}

const ScipDefinition* ScipEnclosing::of(const ScipRange& range) {
  for (; next_ < definitions_.size() && !range.begins_before(definitions_[next_].range); ++next_) {
    const ScipDefinition& one = definitions_[next_];
    if (one.is_exact) {
      leave(one.range);
      open_.push_back(&one);
    } else if (one.is_method) {
      last_ = &one;
    }
  }
  leave(range);
  const auto around = std::find_if(open_.rbegin(), open_.rend(), [&](const ScipDefinition* one) {
    return one->range.holds(range);
  });
  const ScipDefinition* holder = around == open_.rend() ? last_ : *around;
  // A method without a range of its own, in a class that has one.
  if (holder && last_ && holder->range.holds(last_->range)) holder = last_;
  return holder;
}

/// Forgets the definitions that have ended where `range` begins.
void ScipEnclosing::leave(const ScipRange& range) {
  while (!open_.empty() && open_.back()->range.ends_by(range)) open_.pop_back();
}

}  // namespace dossier::indexes
