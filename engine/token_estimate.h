#pragma once
// How many tokens of a language model a text takes, without the model's tokenizer.
#include <cstdint>
#include <string_view>

namespace dossier {

/// One token per four ASCII characters, rounded up, plus one per other character: within a third of
/// what current models count for code, and the same everywhere in dossier.
int64_t token_estimate(std::string_view text);

}  // namespace dossier
