#include "engine/search/packed_list.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/search/varint.h"

namespace dossier::search::detail {

namespace {

constexpr size_t kChunk = 64;
constexpr uint32_t kMostBits = 15;  // k is half a byte

size_t bytes_of_bits(uint64_t bits) { return static_cast<size_t>((bits + 7) / 8); }

/// 64 distances or, at the end, fewer; what lies behind them is 0, so that loops have one length.
struct Chunk {
  std::array<uint32_t, kChunk> distances{};
  uint32_t count = 0;
  uint32_t k = 0;
  uint64_t unary = 0;  // bits

  /// `next`: the number after the last one of the chunk before; returns this chunk's.
  uint32_t take(std::span<const uint32_t> numbers, uint32_t next) {
    count = static_cast<uint32_t>(std::min(numbers.size(), kChunk));
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
      distances[i] = numbers[i] - next;
      sum += distances[i];
      next = numbers[i] + 1;
    }
    std::fill(distances.begin() + count, distances.end(), 0);
    // The mean's bits are too many where few distances are long; the cost falls until it rises.
    k = std::min(static_cast<uint32_t>(std::bit_width(sum / count)), kMostBits);
    uint64_t best = cost(k);
    for (; k > 0; --k) {
      const uint64_t less = cost(k - 1);
      if (less > best) break;
      best = less;
    }
    unary = best - uint64_t{count} * k;
    return next;
  }

 private:
  uint64_t cost(uint32_t bits) const {
    uint64_t quotients = 0;
    for (size_t i = 0; i < kChunk; ++i) quotients += distances[i] >> bits;
    return quotients + count + uint64_t{count} * bits;
  }
};

template <typename Each>
void each_chunk(std::span<const uint32_t> numbers, const Each& each) {
  Chunk chunk;
  for (uint32_t next = 0; !numbers.empty(); numbers = numbers.subspan(chunk.count)) {
    next = chunk.take(numbers, next);
    each(chunk);
  }
}

size_t varint_size(uint32_t value) { return (std::bit_width(value | 1u) + 6u) / 7u; }

/// Eight bytes from `at` on, the first one lowest; 0 for those behind the end.
uint64_t load(std::string_view bytes, size_t at) {
  uint64_t word = 0;
  if (bytes.size() - at >= 8)
    std::memcpy(&word, bytes.data() + at, 8);
  else
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
  static_assert(std::endian::native == std::endian::little);
  return word;
}

[[noreturn]] void damaged() { throw_damaged("the search index has a wrong posting list"); }

/// The parts of a packed list.
struct Parts {
  explicit Parts(std::string_view bytes) {
    count = take_varint(bytes, "posting list");
    if (count / 8 > bytes.size()) damaged();  // each has a bit
    const size_t chunks = (size_t{count} + kChunk - 1) / kChunk;
    if ((chunks + 1) / 2 > bytes.size()) damaged();
    ks = bytes.substr(0, (chunks + 1) / 2);
    bytes.remove_prefix(ks.size());
    size_t size = 0;
    for (size_t i = 0; i < chunks; ++i) size += low_size(i);
    if (size > bytes.size()) damaged();
    lows = bytes.substr(0, size);
    unary = bytes.substr(size);
  }
  uint32_t k(size_t chunk) const {
    return static_cast<uint32_t>(static_cast<uint8_t>(ks[chunk / 2]) >> chunk % 2 * 4 & 15);
  }
  uint32_t count_of(size_t chunk) const {
    return static_cast<uint32_t>(std::min(kChunk, count - chunk * kChunk));
  }
  size_t low_size(size_t chunk) const {
    return bytes_of_bits(uint64_t{count_of(chunk)} * k(chunk));
  }

  uint32_t count = 0;
  std::string_view ks, lows, unary;
};

}  // namespace

size_t packed_size(std::span<const uint32_t> numbers) {
  size_t chunks = 0, lows = 0;
  uint64_t unary = 0;
  each_chunk(numbers, [&](const Chunk& chunk) {
    ++chunks;
    lows += bytes_of_bits(uint64_t{chunk.count} * chunk.k);
    unary += chunk.unary;
  });
  return varint_size(static_cast<uint32_t>(numbers.size())) + (chunks + 1) / 2 + lows +
         bytes_of_bits(unary);
}

void pack(std::span<const uint32_t> numbers, std::string& out) {
  append_varint(out, static_cast<uint32_t>(numbers.size()));
  const size_t ks = out.size();
  out.resize(ks + ((numbers.size() + kChunk - 1) / kChunk + 1) / 2);
  size_t number = 0;
  std::string unary;
  uint64_t unary_bit = 0;
  each_chunk(numbers, [&](const Chunk& chunk) {
    char& half = out[ks + number / 2];
    half = static_cast<char>(half | chunk.k << number % 2 * 4);
    ++number;
    size_t low = out.size() * 8;
    out.resize(out.size() + bytes_of_bits(uint64_t{chunk.count} * chunk.k));
    unary.resize(bytes_of_bits(unary_bit + chunk.unary));
    for (uint32_t i = 0; i < chunk.count; ++i) {
      uint32_t left = chunk.distances[i] & ((1u << chunk.k) - 1);
      for (size_t at = low; left != 0; at = (at | 7) + 1) {
        out[at / 8] = static_cast<char>(out[at / 8] | left << at % 8);
        left >>= 8 - at % 8;
      }
      low += chunk.k;
      unary_bit += chunk.distances[i] >> chunk.k;
      char& one = unary[static_cast<size_t>(unary_bit / 8)];
      one = static_cast<char>(one | 1u << unary_bit % 8);
      ++unary_bit;
    }
  });
  out += unary;
}

void insert_packed(std::string_view bytes, uint32_t bound, std::span<uint64_t> words) {
  const Parts parts(bytes);
  std::string_view lows = parts.lows;
  std::array<char, kChunk * kMostBits / 8 + 4> room{};
  uint64_t word = 0;   // eight bytes of unary, without the 1s that have been read
  size_t at = 0;       // the byte after them
  uint64_t from = 64;  // the bit after the last 1, counted from the word's first, modulo 2^64
  uint64_t next = 0;   // the number after the last
  for (size_t chunk = 0; chunk * kChunk < parts.count; ++chunk) {
    const size_t size = parts.low_size(chunk);
    const char* bits = lows.data();
    // Four bytes are read where a remainder begins, which may be the list's last one.
    if (lows.size() + parts.unary.size() < size + 4) {
      std::memcpy(room.data(), lows.data(), size);
      bits = room.data();
    }
    lows.remove_prefix(size);
    const uint32_t k = parts.k(chunk), mask = (1u << k) - 1;
    uint32_t low = 0;
    for (uint32_t left = parts.count_of(chunk); left > 0;) {
      while (word == 0) {
        if (at >= parts.unary.size()) damaged();
        word = load(parts.unary, at);
        from -= 64;
        at += 8;
      }
      do {
        const auto one = static_cast<uint64_t>(std::countr_zero(word));
        word &= word - 1;
        uint32_t remainder = 0;
        std::memcpy(&remainder, bits + low / 8, sizeof remainder);
        next += ((one - from) << k) + (remainder >> low % 8 & mask);
        low += k;
        from = one + 1;
        if (next >= bound) return;
        words[next / 64] |= uint64_t{1} << next % 64;
        ++next;
      } while (--left > 0 && word != 0);
    }
  }
}

}  // namespace dossier::search::detail
