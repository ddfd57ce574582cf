#include "engine/search/checksum.h"

// Inlined for this processor's plain instructions: a block is short, and its sum is asked each time
// that it is read.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>
#include <cstring>

#include "engine/stored.h"

namespace dossier::search::detail {

static_assert(std::endian::native == std::endian::little, "stored checksums are little-endian");

uint32_t checksum(std::string_view bytes, uint64_t place) {
  return static_cast<uint32_t>(XXH3_64bits_withSeed(bytes.data(), bytes.size(), place));
}

std::string stored_checksum(std::string_view bytes, uint64_t place) {
  const uint32_t sum = checksum(bytes, place);
  std::string out(kChecksumSize, '\0');
  std::memcpy(out.data(), &sum, kChecksumSize);
  return out;
}

uint32_t take_checksum(std::string_view& bytes) {
  if (bytes.size() < kChecksumSize) throw_damaged("a checksum of the search index is cut off");
  uint32_t sum = 0;
  std::memcpy(&sum, bytes.data(), kChecksumSize);
  bytes.remove_prefix(kChecksumSize);
  return sum;
}

}  // namespace dossier::search::detail
