#pragma once
// What stands around the places where candidates are used: a function called `reset` is said to be
// about a pool by the lines that call it. A use is a candidate's name in a text that was read,
// outside of what is called so; tests use everything, so theirs do not count. Pure functions.
//
// Rejected: names of what refers to a candidate, its doc comments beside those lines, and tests and
// prose that name one, which found nothing more.
#include <string>
#include <vector>

#include "agent/offline/place_words.h"
#include "agent/offline/rank.h"

namespace dossier::offline {

class Uses {
 public:
  /// Keeps the text of a file, where its symbols stand, and what its lines say.
  void add(std::string text, std::vector<Place> places, LineWords lines);
  /// Sets `said[kAround]` of the first `kMostUsed`: per term, the part of the uses of its name
  /// around which it is said.
  void say(std::vector<Candidate>& best_first, size_t terms) const;

 private:
  struct File {
    std::string text;
    std::vector<Place> places;
    LineWords lines;
  };
  std::vector<File> files_;
};

inline constexpr size_t kMostUsed = 150;
inline constexpr int kMostUses = 300;  // of one name

}  // namespace dossier::offline
