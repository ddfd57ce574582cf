#pragma once
// A compact encoding of ascending numbers, for posting lists. The distances between the numbers are
// Rice codes with a parameter k per 64 numbers, because the blocks of one file share grams that the
// next file lacks. Remainders and quotients are stored separately, so both are read without a
// branch per bit.
//
// Bytes: a varint, how many numbers; per 64 of them k in half a byte, the low half first; per 64
// of them the low k bits of each distance, lowest bit first, from a whole byte on; and the rest of
// each distance in unary, as many 0 bits and a 1, to the end. A distance is counted from the
// number after the last one. Rejected: Elias-Fano (a fifth larger: it sees no clusters), fixed
// widths of 16 or 32 distances (a fifth), interpolative codes (a tenth smaller, many times slower).
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace dossier::search::detail {

/// The number of bytes that pack() appends.
size_t packed_size(std::span<const uint32_t> numbers);
void pack(std::span<const uint32_t> numbers, std::string& out);

/// Sets the bits of the numbers below `bound` in `words`, which is large enough. Throws
/// Error{corrupt}.
void insert_packed(std::string_view bytes, uint32_t bound, std::span<uint64_t> words);

}  // namespace dossier::search::detail
