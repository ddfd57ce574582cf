#pragma once
// What the rules of suspected files say of one file, with the lines that they saw. Pure.
#include <functional>
#include <string_view>

#include "queries/proto/scanned.h"
#include "queries/proto/suspects.h"

namespace dossier::proto {

/// `text` is the file's, `told` what is known of its history (null: nothing); `most` lines a rule,
/// and three times as many of all. `rarity` is how much a clue says.
Suspect explain(const Scanned& file, std::string_view text, const Clues& clues,
                const CoChange* told, size_t most, const std::function<double(uint32_t)>& rarity);

}  // namespace dossier::proto
