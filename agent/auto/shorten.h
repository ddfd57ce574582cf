#pragma once
// Makes a value fit what a model reads: long texts and arrays are cut, each with how much is gone.
#include <cstddef>

#include "engine/json_value.h"

namespace dossier {

/// Bytes as JSON that are left of a script's value: 10,000 tokens of four bytes each; and of each
/// list beside it.
inline constexpr size_t kMostShown = 40'000, kMostBeside = 10'000;

/// Cuts texts over 4,000 bytes and arrays and objects over 200 items, and more where the whole is
/// still too large. Returns whether it cut.
bool shorten(Json& value, size_t most = kMostShown);

}  // namespace dossier
