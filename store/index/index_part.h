#pragma once
// The parts of the search index: symbols, and the lines of files.
#include <cstdint>

namespace dossier {

/// The numbers are stored: never renumber.
enum class IndexPart : int64_t { symbols = 0, contents = 1 };

}  // namespace dossier
