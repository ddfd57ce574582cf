#pragma once
// Runs a language's query on one file, match by match.
//
// The tree is walked here, and tree-sitter's matcher runs only at nodes where a pattern begins, and
// does not descend to search for others. Running it over the whole tree costs 0.25 to 0.45 of the
// parse before it has matched anything; this walk costs 0.1. A pattern of a single node needs no
// matcher at all. Matches come in the order of their outermost nodes.
#include <tree_sitter/api.h>

#include <chrono>
#include <functional>
#include <string_view>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/languages/query.h"

namespace dossier::languages {

struct Matched {
  uint32_t damaged_lines = 0;  // that no reading understood
  bool timed_out = false;      // earlier matches are valid
};

/// What counts of a reading after the first (readings.h): what begins in what those before left
/// out.
struct OpenPart {
  size_t reading = 0;
  Blanks blanks;
};

/// Receives a match; the nodes are valid only during the call. Of the first reading everything
/// counts, and `part` is null.
using Take = std::function<void(const TSQueryMatch& match, const OpenPart* part)>;

/// Gives `take` every match. Keeps a parser and a cursor per thread. Throws Error{limit} if memory
/// runs out, see parse_memory.h.
Matched match(const Language& language, const Compiled& compiled, std::string_view text,
              std::chrono::milliseconds limit, const Take& take);

}  // namespace dossier::languages
