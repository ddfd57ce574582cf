#pragma once
// What the lines of a file's symbols say of a question. A line is of the innermost symbol around
// it; comments and attributes above a symbol are its own. Pure functions.
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "agent/offline/concepts.h"

namespace dossier::offline {

/// Where a symbol stands. What is inside comes after what holds it.
struct Place {
  int64_t symbol = 0, line = 0, end_line = 0;
};

struct PlaceWords {
  std::vector<float> counts;  // per term how often, by how well; empty where it says none
  uint32_t words = 0;         // of its lines
  double together = 0;        // the part of the question that the best of its lines says
};

/// That a line says a term.
struct LineTerm {
  uint32_t line = 0, term = 0;
  float like = 0;  // how well
};

/// What each line of a text says.
struct LineWords {
  std::vector<uint32_t> place;  // of each line, from line 1: an index into the places, or kNobody
  std::vector<LineTerm> said;   // in the order of lines; the lines of no place say nothing
};

inline constexpr uint32_t kNobody = UINT32_MAX;

/// What the lines of each place say; `rarity` is each term's.
std::vector<PlaceWords> words_of_places(const std::vector<Place>& places, std::string_view text,
                                        const Question& question, const std::vector<double>& rarity,
                                        Likeness& likeness, LineWords* lines = nullptr);

/// Calls back with the words of a text, lower-case, and the number of their line.
void each_word(std::string_view text,
               const std::function<void(std::string_view word, int64_t line)>& visit);

}  // namespace dossier::offline
