#pragma once
// How a text is understood. One that parses has one reading: as it stands. Of one that does not,
// others are tried: without macros that stand like attributes, and with one branch of each
// conditional, the first, the second, …. The reading that leaves the fewest lines not understood
// says what the file is; the next ones count where it is blank, so that definitions of all
// branches are kept.
//
// Of a language whose macros hold code, the text with that code in their place comes before any
// other (macro_calls.h).
//
// Invariant: every reading has the text's length and lines, so places are the text's.
//
// A text that is large, or has used half of its time, is taken as it stands. Rejected: running a
// preprocessor. It needs every header, and shows one of the programs that a text stands for.
#include <string_view>
#include <vector>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/parse.h"

namespace dossier::languages {

/// The most readings of a text beside itself, and the largest text that has any.
inline constexpr size_t kMostReadings = 4;
inline constexpr size_t kMostReread = 4 << 20;

struct Reading {
  Tree tree;
  Blanks blanks;                  // what it leaves out
  std::vector<Unparsed> damaged;  // lines that it does not understand
};

/// A copy of the tree that says which pieces of its text have changed, so that the rest need not be
/// parsed again; null where there are too many.
Tree edited(const TSTree* tree, std::string_view text, const Blanks& pieces);

/// The best first, the text itself last. Empty where a bound was reached before that was read.
std::vector<Reading> readings_of(const Language& language, std::string_view text,
                                 ParseBounds& bounds);

}  // namespace dossier::languages
