#pragma once
// What a reading of a text leaves out (readings.h): sorted pieces that do not overlap.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::languages {

struct Blank {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool is_code = false;  // a branch that was not chosen: what it defines counts, too
  char instead = ' ';    // what stands in its place
};
using Blanks = std::vector<Blank>;

/// Sorts; of pieces that overlap the later loses what the earlier has.
void put_in_order(Blanks& blanks);
/// What both leave out; code where both say so.
Blanks common(const Blanks& one, const Blanks& other);
/// The piece that holds the byte; null: none.
const Blank* blank_at(const Blanks& blanks, uint32_t at);
/// Whether any lies in [begin, end).
bool any_in(const Blanks& blanks, uint32_t begin, uint32_t end);
/// The text with spaces, or what else stands there instead, for what is left out. Lines stay lines.
std::string blanked(std::string_view text, const Blanks& blanks);

}  // namespace dossier::languages
