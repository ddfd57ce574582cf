#pragma once
// Where a text did not parse. It is parsed again for that: imports keep only what was understood.
#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

/// Lines from 1 on that the grammar does not understand.
struct Unparsed {
  uint32_t first = 0;
  uint32_t last = 0;
};
/// The outermost of them, in order; every line where the time or the memory does not suffice. Empty
/// too for a language without a grammar.
std::vector<Unparsed> unparsed(const Language& language, std::string_view text,
                               std::chrono::milliseconds limit = std::chrono::seconds(5));

}  // namespace dossier::languages
