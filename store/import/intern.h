#pragma once
// Maps the texts seen during one import to their ids. The keys are 128-bit hashes under a random
// seed rather than the texts: a slot takes 20 bytes, a quarter of a map of strings, and nobody can
// construct a collision.
#include <xxhash.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier {

class InternMap {
 public:
  explicit InternMap(uint64_t seed) : seed_(seed), slots_(1024) {}

  /// The id of `text`, by reference. 0 means that the text is new, and the caller must set the id.
  /// The reference is valid until the next call.
  uint32_t& at(std::string_view text) {
    if (used_ * 4 >= slots_.size() * 3) grow();
    const XXH128_hash_t hash = XXH3_128bits_withSeed(text.data(), text.size(), seed_);
    Slot& slot = find(hash.low64, hash.high64);
    if (slot.id == 0) {  // the caller sets it, always
      slot.low = hash.low64;
      slot.high = hash.high64;
      ++used_;
    }
    return slot.id;
  }

 private:
#pragma pack(push, 4)
  struct Slot {
    uint64_t low = 0;
    uint64_t high = 0;
    uint32_t id = 0;
  };
#pragma pack(pop)

  Slot& find(uint64_t low, uint64_t high) {
    size_t at = low & (slots_.size() - 1);
    while (slots_[at].id != 0 && (slots_[at].low != low || slots_[at].high != high))
      at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.id != 0) find(slot.low, slot.high) = slot;
  }

  uint64_t seed_;
  size_t used_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace dossier
