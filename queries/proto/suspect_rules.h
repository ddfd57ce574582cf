#pragma once
// The rules by which suspects are ranked, with their weights: the lines of weights.txt.
//
// Rejected: weights in the code. They are fitted to commits that really changed schemas, and a fit
// should change no line of a program.
#include <span>
#include <string_view>

namespace dossier::proto {

/// A rule's weight, and what it looks for.
struct SuspectRule {
  std::string_view name;
  double weight = 0;
  std::string_view meaning;
};
/// In the order of weights.txt.
std::span<const SuspectRule> suspect_rules();

}  // namespace dossier::proto
