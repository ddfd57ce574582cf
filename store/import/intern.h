#pragma once
// Maps the texts seen during one import to their ids. The keys are 96 bits of a hash under a random
// seed rather than the texts: a slot takes 16 bytes, and nobody can construct a collision. Ten
// million texts meet one by chance once in 10^15 imports.
//
// The map is many small ones, each of which grows by half for itself, so that the whole is never
// held twice and is two thirds full: a large tree has tens of millions of names.
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier {

class InternMap {
 public:
  /// `parts` is a power of two; one for a map that stays small.
  explicit InternMap(uint64_t seed, size_t parts = 256) : seed_(seed), parts_(parts) {}

  /// The id of `text`, by reference. 0 means that the text is new, and the caller must set the id.
  /// The reference is valid until the next call.
  uint32_t& at(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits_withSeed(text.data(), text.size(), seed_);
    Part& part = parts_[(hash.high64 >> 40) & (parts_.size() - 1)];
    if ((part.used + 1) * 5 > part.slots.size() * 4) part.grow();
    const Key key = {static_cast<uint32_t>(hash.low64 >> 32), static_cast<uint32_t>(hash.low64),
                     static_cast<uint32_t>(hash.high64)};
    Slot& slot = part.find(key);
    if (slot.id == 0) {  // the caller sets it, always
      slot.key = key;
      ++part.used;
    }
    return slot.id;
  }

  /// Of all slots, used or not.
  size_t bytes() const {
    size_t sum = 0;
    for (const Part& part : parts_) sum += part.slots.capacity() * sizeof(Slot);
    return sum;
  }

 private:
  using Key = std::array<uint32_t, 3>;
  struct Slot {
    Key key{};
    uint32_t id = 0;
  };
  struct Part {
    /// The slot of the key, or the free one where it belongs.
    Slot& find(const Key& key) {
      size_t at = static_cast<size_t>(uint64_t{key[0]} * slots.size() >> 32);
      while (slots[at].id != 0 && slots[at].key != key)
        if (++at == slots.size()) at = 0;
      return slots[at];
    }
    void grow() {
      std::vector<Slot> old(std::max<size_t>(32, slots.size() + slots.size() / 2));
      old.swap(slots);
      for (const Slot& slot : old)
        if (slot.id != 0) find(slot.key) = slot;
    }

    std::vector<Slot> slots;
    size_t used = 0;
  };

  uint64_t seed_;
  std::vector<Part> parts_;
};

}  // namespace dossier
