#pragma once
// The definitions in branches of conditional code that the first reading of a file leaves out
// (readings.h). Each is kept once, with what holds it in its own reading, and ends with its branch.
//
// Rejected: all definitions of every reading, of which most are those of the first again.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/match.h"

namespace dossier::languages {

/// What a pattern of the query found; of two patterns the first one counts.
template <typename T>
struct Ranked {
  T value;
  uint16_t pattern;
};

/// The definitions of branches that the first reading left out. Those of one reading arrive
/// together.
class Branches {
 public:
  void add(const Ranked<Definition>& found, const OpenPart& part) {
    if (part.reading != reading_) finish();
    reading_ = part.reading;
    const Blank* blank = blank_at(part.blanks, found.value.name.begin);
    pending_.push_back({found, blank ? *blank : Blank{}});
  }
  std::vector<Ranked<Definition>> take() {
    finish();
    return std::move(kept_);
  }

 private:
  struct Pending {
    Ranked<Definition> found;
    Blank blank;  // the branch that holds its name
  };
  /// Of those of a reading the ones in branches, each with what holds it.
  void finish() {
    std::stable_sort(pending_.begin(), pending_.end(), [](const Pending& a, const Pending& b) {
      const Span &one = a.found.value.node, &other = b.found.value.node;
      return one.begin != other.begin ? one.begin < other.begin : one.end > other.end;
    });
    std::vector<const Definition*> around;
    for (const Pending& pending : pending_) {
      const Definition& own = pending.found.value;
      while (!around.empty() && !around.back()->node.holds(own.node)) around.pop_back();
      if (pending.blank.is_code) {
        auto& kept = kept_.emplace_back(pending.found);
        kept.value.around = around.empty() ? Definition::kOuter : around.back()->name.begin;
        kept.value.node.end = std::max(own.name.end, std::min(own.node.end, pending.blank.end));
        kept.value.head_end = std::min(own.head_end, kept.value.node.end);
      }
      around.push_back(&own);
    }
    pending_.clear();
  }

  std::vector<Pending> pending_;
  std::vector<Ranked<Definition>> kept_;
  size_t reading_ = 0;
};

}  // namespace dossier::languages
