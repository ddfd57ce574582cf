#include "engine/search/grams.h"

#include <array>
#include <bit>
#include <bitset>

#include "engine/search/block.h"
#include "engine/search/byte_pool.h"
#include "engine/search/postings.h"
#include "engine/search/varint.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

constexpr std::string_view kOwnSymbols = "abcdefghijklmnopqrstuvwxyz0123456789. _(),<>[]:`&*/-$@=+";
constexpr uint8_t kShared = kOwnSymbols.size();
static_assert(kShared == 56);

constexpr std::array<uint8_t, 256> make_symbols() {
  std::array<uint8_t, 256> table{};
  for (size_t byte = 0; byte < 256; ++byte) {
    table[byte] = static_cast<uint8_t>(kShared + ((byte ^ byte >> 3 ^ byte >> 5) & 7));
  }
  for (size_t i = 0; i < kOwnSymbols.size(); ++i) {
    table[static_cast<uint8_t>(kOwnSymbols[i])] = static_cast<uint8_t>(i);
  }
  for (size_t i = 0; i < 26; ++i) table['A' + i] = static_cast<uint8_t>(i);
  return table;
}
constexpr std::array<uint8_t, 256> kSymbols = make_symbols();

constexpr uint32_t kTrigrams = 1u << 18;
constexpr uint32_t kBigrams = 1u << 12;
constexpr uint32_t kUnigrams = 1u << 6;

}  // namespace

std::string spell(Gram gram) {
  std::string out;
  for (uint32_t left = gram >> kGramBits; left > 0; --left) {
    const uint32_t symbol = gram >> (left - 1) * 6 & 63;
    out += symbol < kShared ? kOwnSymbols[symbol] : '?';
  }
  return out;
}

void append_symbols(char32_t code, std::string& out) {
  const char32_t folded = search_fold(code);
  if (folded == kIgnored) return;
  const size_t from = out.size();
  append_utf8(out, folded);
  for (size_t i = from; i < out.size(); ++i) {
    out[i] = static_cast<char>(kSymbols[static_cast<uint8_t>(out[i])]);
  }
}

void append_symbols(std::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<uint8_t>(text[at]);
    if (byte < 0x80) {
      out += static_cast<char>(kSymbols[byte]);
      ++at;
      continue;
    }
    const Decoded next = decode_utf8(text, at);
    if (next.valid) {
      append_symbols(next.code, out);
    } else {
      out += static_cast<char>(kSymbols[byte]);
    }
    at += next.length;
  }
}

// Posting bytes grow in chained chunks of one pool, doubling from 16 bytes to 1 KB: a std::string
// per gram took twice the memory and time. A chunk is a multiple of 16 bytes, ends in the index of
// the next one, and begins at a multiple of 16, so that a list's level fits below its limit.
struct GramIndexBuilder::State {
  struct List {
    uint32_t next = 0;   // the block after the last one
    uint32_t head = 0;   // byte offset of the first chunk; 0 = none
    uint32_t at = 0;     // where the next byte goes
    uint32_t limit = 0;  // end of the chunk's payload (| level in the low four bits)
  };
  static constexpr uint32_t kLink = 4;
  static constexpr uint32_t kTopLevel = 6;

  std::vector<List> trigrams = std::vector<List>(kTrigrams);
  std::vector<List> bigrams = std::vector<List>(kBigrams);
  std::vector<List> unigrams = std::vector<List>(kUnigrams);
  detail::BytePool pool{16};

  std::vector<uint64_t> seen3 = std::vector<uint64_t>(kTrigrams / 64);
  std::array<uint64_t, kBigrams / 64> seen2{};
  uint64_t seen1 = 0;
  std::vector<uint32_t> found;
  std::string symbols;

  uint32_t chunk(uint32_t level) {
    const size_t at = pool.size();
    const size_t size = size_t{16} << level;
    if (at + size > UINT32_MAX) throw Error(ErrorCode::limit, "search index: segment too large");
    pool.grow(size);
    return static_cast<uint32_t>(at);
  }

  static uint32_t payload_end(uint32_t limit) { return (limit & ~15u) + 16 - kLink; }

  void put(List& list, uint8_t byte) {
    if (list.head == 0 || list.at == payload_end(list.limit)) grow(list);
    pool[list.at++] = byte;
  }

  void grow(List& list) {
    const bool first = list.head == 0;
    const uint32_t level = first ? 0 : std::min((list.limit & 15) + 1, kTopLevel);
    const uint32_t at = chunk(level);
    if (first) {
      list.head = at;
    } else {
      for (uint32_t i = 0; i < kLink; ++i) pool[list.at + i] = static_cast<uint8_t>(at >> i * 8);
    }
    list.at = at;
    list.limit = (at + (16u << level) - 16) | level;
  }

  void append(List& list, uint32_t block) {
    uint32_t distance = block - list.next;
    list.next = block + 1;
    while (distance >= 0x80) {
      put(list, static_cast<uint8_t>(distance | 0x80));
      distance >>= 7;
    }
    put(list, static_cast<uint8_t>(distance));
  }

  void add_field(const char* symbols_of_field, size_t size);
  void add_text(const char* text, size_t size);
  void close_block(uint32_t block);
  void read(const List& list, std::string& out) const;
};

// `at(i)` is the field's i-th symbol.
template <typename At>
static void collect(size_t size, At at, uint64_t& seen1, uint64_t* seen2, uint64_t* seen3,
                    std::vector<uint32_t>& found) {
  if (size == 0) return;
  uint32_t window = at(0);
  seen1 |= uint64_t{1} << window;
  if (size == 1) return;
  const uint32_t second = at(1);
  seen1 |= uint64_t{1} << second;
  window = window << 6 | second;
  seen2[window >> 6] |= uint64_t{1} << (window & 63);
  for (size_t i = 2; i < size; ++i) {
    const uint32_t symbol = at(i);
    window = (window << 6 | symbol) & (kTrigrams - 1);
    uint64_t& word = seen3[window >> 6];
    const uint64_t bit = uint64_t{1} << (window & 63);
    if ((word & bit) != 0) continue;  // its shorter grams have been seen, too
    word |= bit;
    found.push_back(window);
    seen1 |= uint64_t{1} << symbol;
    const uint32_t pair = window & (kBigrams - 1);
    seen2[pair >> 6] |= uint64_t{1} << (pair & 63);
  }
}

void GramIndexBuilder::State::add_field(const char* symbols_of_field, size_t size) {
  collect(
      size, [&](size_t i) { return static_cast<uint32_t>(symbols_of_field[i]); }, seen1,
      seen2.data(), seen3.data(), found);
}

void GramIndexBuilder::State::add_text(const char* text, size_t size) {
  collect(
      size, [&](size_t i) { return uint32_t{kSymbols[static_cast<uint8_t>(text[i])]}; }, seen1,
      seen2.data(), seen3.data(), found);
}

void GramIndexBuilder::State::close_block(uint32_t block) {
  // Lists and their ends are scattered over megabytes: fetch them some steps ahead.
  constexpr size_t kAhead = 12;
  for (size_t i = 0; i < found.size(); ++i) {
    if (i + 2 * kAhead < found.size()) __builtin_prefetch(&trigrams[found[i + 2 * kAhead]], 1);
    if (i + kAhead < found.size()) {
      __builtin_prefetch(pool.data() + trigrams[found[i + kAhead]].at, 1);
    }
    append(trigrams[found[i]], block);
    seen3[found[i] >> 6] = 0;
  }
  found.clear();
  for (size_t i = 0; i < seen2.size(); ++i) {
    for (; seen2[i] != 0; seen2[i] &= seen2[i] - 1) {
      append(bigrams[i * 64 + static_cast<size_t>(std::countr_zero(seen2[i]))], block);
    }
  }
  for (; seen1 != 0; seen1 &= seen1 - 1) {
    append(unigrams[static_cast<size_t>(std::countr_zero(seen1))], block);
  }
}

void GramIndexBuilder::State::read(const List& list, std::string& out) const {
  uint32_t level = 0;
  for (uint32_t at = list.head;; ++level) {
    const uint32_t top = std::min(level, kTopLevel);
    const uint32_t end = at + (16u << top) - kLink;
    const bool last = list.at >= at && list.at <= end;
    out.append(reinterpret_cast<const char*>(pool.data()) + at, (last ? list.at : end) - at);
    if (last) return;
    at = 0;
    for (uint32_t i = 0; i < kLink; ++i) at |= uint32_t{pool[end + i]} << i * 8;
  }
}

GramIndexBuilder::GramIndexBuilder() : state_(std::make_unique<State>()) {}
GramIndexBuilder::~GramIndexBuilder() = default;
GramIndexBuilder::GramIndexBuilder(GramIndexBuilder&&) noexcept = default;
GramIndexBuilder& GramIndexBuilder::operator=(GramIndexBuilder&&) noexcept = default;

void GramIndexBuilder::add_block(uint32_t block, const BlockView& view) {
  State& state = *state_;
  for (size_t i = 0; i < view.size(); ++i) {
    const Row row = view.row(i);
    for (const auto field : {row.name, row.full, row.detail}) {
      if (view.ascii()) {
        state.add_text(field.data(), field.size());
      } else {
        state.symbols.clear();
        append_symbols(field, state.symbols);
        state.add_field(state.symbols.data(), state.symbols.size());
      }
    }
  }
  state.close_block(block);
}

void GramIndexBuilder::finish(const std::function<void(Gram, std::string_view)>& sink) {
  State& state = *state_;
  std::string bytes;
  std::vector<uint32_t> blocks;
  const auto emit = [&](Gram gram, const State::List& list) {
    if (list.head == 0) return;
    bytes.clear();
    state.read(list, bytes);
    blocks.clear();
    uint32_t block = 0;
    for (std::string_view rest = bytes; !rest.empty(); ++block)
      blocks.push_back(block += detail::take_varint(rest, "posting list"));
    sink(gram, encode_postings(blocks));
  };
  for (uint32_t i = 0; i < kUnigrams; ++i) emit(1u << kGramBits | i, state.unigrams[i]);
  for (uint32_t i = 0; i < kBigrams; ++i) emit(2u << kGramBits | i, state.bigrams[i]);
  for (uint32_t i = 0; i < kTrigrams; ++i) emit(3u << kGramBits | i, state.trigrams[i]);
  *state_ = State();
}

size_t GramIndexBuilder::memory() const {
  const State& state = *state_;
  return state.pool.capacity() +
         (state.trigrams.size() + state.bigrams.size()) * sizeof(State::List);
}

}  // namespace dossier::search
