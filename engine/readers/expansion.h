#pragma once
// How much of what a file says may come out of it. Compression and nesting let a few bytes stand
// for many: deflate makes 1 of 1,032, and a class that is nested a thousand times bears a name of a
// thousand names. Each reader that multiplies asks here, so that what a file costs follows its
// size.
#include <cstddef>
#include <cstdint>

namespace dossier {

/// What compressed input may become before its ratio matters.
inline constexpr uint64_t kFreeExpansion = uint64_t{64} << 20;
/// Exports of projects compress to 1 of 12 to 40, and assemblies to 1 of 3; a bomb to 1 of 1,000.
inline constexpr uint64_t kMaxExpansion = 100;

/// Whether `packed` bytes may have become `unpacked` ones.
inline constexpr bool may_expand(uint64_t packed, uint64_t unpacked) {
  return unpacked <= kFreeExpansion || unpacked / kMaxExpansion <= packed;
}

/// Bytes of names, signatures and values that the symbols of one source file may take. Sound files
/// stay below three times their size, most below one; long packages around short members reach ten.
inline constexpr size_t text_budget_of_source(size_t file_size) {
  return (size_t{1} << 20) + 16 * file_size;
}

}  // namespace dossier
