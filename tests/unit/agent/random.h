#pragma once
// Numbers that are the same for the same seed, everywhere (Marsaglia's xorshift64).
#include <cstddef>
#include <cstdint>

namespace dossier::test {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2654435761u + 88172645463325252ull) {}
  size_t below(size_t most) {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return static_cast<size_t>(state_ % most);
  }

 private:
  uint64_t state_;
};

}  // namespace dossier::test
