#pragma once
// Limits on how much output a reader may produce from its input. Compression and nesting expand a
// few bytes into many: deflate up to 1,032 times, and a class nested a thousand times has a name of
// a thousand names. Every reader that expands its input checks these limits, so that the cost of a
// file is proportional to its size.
#include <cstddef>
#include <cstdint>

namespace dossier {

/// The size of decompressed input below which its ratio does not matter.
inline constexpr uint64_t kFreeExpansion = uint64_t{64} << 20;
/// The maximum ratio. Project exports compress 12 to 40 times, and assemblies 3 times; a bomb 1,000
/// times.
inline constexpr uint64_t kMaxExpansion = 100;

/// Whether `unpacked` bytes are acceptable from `packed` bytes.
inline constexpr bool may_expand(uint64_t packed, uint64_t unpacked) {
  return unpacked <= kFreeExpansion || unpacked / kMaxExpansion <= packed;
}

/// The maximum bytes of names, signatures and values of one source file's symbols. Ordinary files
/// stay below three times their size, most below one; long packages around short members reach ten.
inline constexpr size_t text_budget_of_source(size_t file_size) {
  return (size_t{1} << 20) + 16 * file_size;
}

}  // namespace dossier
