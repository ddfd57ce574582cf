#pragma once
// Patterns that match across lines. What a pattern writes as a newline ("foo\n\s*bar") can only be
// found in a whole text; the index knows lines, and narrows the texts by one piece of the pattern.
// Rejected: searching whole texts for every pattern: `\s` and `[^x]` match newlines, too,
// and would join lines that nobody meant to join.
#include "engine/search/pattern.h"
#include "engine/search/plan.h"

namespace dossier::search {

/// Whether the pattern writes a newline.
bool spans_lines(const Regex& regex);

/// The plan of the longest text without a newline that every match has in one of its lines.
Plan plan_of_text(const Regex& regex);

}  // namespace dossier::search
