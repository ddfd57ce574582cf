#include "engine/search/grams.h"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <future>
#include <span>
#include <utility>

#include "engine/search/block.h"
#include "engine/search/list_pool.h"
#include "engine/search/postings.h"
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
// Lists are numbered trigrams first, then bigrams, then unigrams.
constexpr uint32_t kLists = kTrigrams + kBigrams + kUnigrams;

// The lists of some blocks, to be filed together.
struct Batch {
  std::vector<uint32_t> lists;                          // of all blocks
  std::vector<std::pair<uint32_t, size_t>> block_ends;  // block number, where its lists end
};

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

// Grams are found on the caller's thread and filed in lists on another, a batch behind: each takes
// about half of the work, and neither touches what is the other's.
struct GramIndexBuilder::State {
  detail::ListPool lists{kLists};
  Batch batch;
  size_t postings = 0;
  std::future<void> filing;  // of the batch before; declared behind what it uses

  std::vector<uint64_t> seen3 = std::vector<uint64_t>(kTrigrams / 64);
  std::array<uint64_t, kBigrams / 64> seen2{};
  uint64_t seen1 = 0;
  std::vector<uint32_t> found;  // the block's trigrams, as many as found_count
  size_t found_count = 0;
  std::string symbols;

  template <typename At>
  void collect(size_t size, At at);
  template <typename At>
  void collect_short(size_t size, At at);
  void add_field(const char* symbols_of_field, size_t size);
  void add_text(const char* text, size_t size);
  void add_lines(std::string_view text);
  void close_block(uint32_t block);
  void file(const Batch& full);
  void file_all();
  void wait() {
    if (filing.valid()) filing.get();
  }
};

// `at(i)` is the field's i-th symbol. Every trigram is written and kept where it is new: whether it
// is, one time in ten, no processor can foretell.
template <typename At>
void GramIndexBuilder::State::collect(size_t size, At at) {
  if (size < 3) return collect_short(size, at);
  if (found.size() < found_count + size) found.resize(2 * (found_count + size));
  uint32_t* out = found.data() + found_count;
  uint64_t* const seen = seen3.data();
  uint32_t window = at(0) << 6 | at(1);
  for (size_t i = 2; i < size; ++i) {
    window = (window << 6 | at(i)) & (kTrigrams - 1);
    const uint64_t word = seen[window >> 6];
    const uint64_t bit = uint64_t{1} << (window & 63);
    *out = window;
    out += (word & bit) == 0;
    seen[window >> 6] = word | bit;
  }
  found_count = static_cast<size_t>(out - found.data());
}

template <typename At>
void GramIndexBuilder::State::collect_short(size_t size, At at) {
  if (size == 0) return;
  seen1 |= uint64_t{1} << at(0);
  if (size == 1) return;
  seen1 |= uint64_t{1} << at(1);
  const uint32_t pair = at(0) << 6 | at(1);
  seen2[pair >> 6] |= uint64_t{1} << (pair & 63);
}

void GramIndexBuilder::State::add_field(const char* symbols_of_field, size_t size) {
  collect(size, [&](size_t i) { return static_cast<uint32_t>(symbols_of_field[i]); });
}

void GramIndexBuilder::State::add_text(const char* text, size_t size) {
  collect(size, [&](size_t i) { return uint32_t{kSymbols[static_cast<uint8_t>(text[i])]}; });
}

void GramIndexBuilder::State::add_lines(std::string_view text) {
  while (!text.empty()) {
    const size_t size = std::min(text.find('\n'), text.size());
    add_text(text.data(), size);
    text.remove_prefix(std::min(size + 1, text.size()));
  }
}

void GramIndexBuilder::State::close_block(uint32_t block) {
  for (size_t i = 0; i < found_count; ++i) {
    const uint32_t gram = found[i];
    seen3[gram >> 6] = 0;
    // The shorter grams of a field of three symbols and more lie in its trigrams.
    seen1 |=
        uint64_t{1} << (gram >> 12) | uint64_t{1} << (gram >> 6 & 63) | uint64_t{1} << (gram & 63);
    const uint32_t first = gram >> 6, second = gram & (kBigrams - 1);
    seen2[first >> 6] |= uint64_t{1} << (first & 63);
    seen2[second >> 6] |= uint64_t{1} << (second & 63);
  }
  found.resize(std::max(found.size(), found_count + kBigrams + kUnigrams));
  for (uint32_t i = 0; i < seen2.size(); ++i) {
    for (; seen2[i] != 0; seen2[i] &= seen2[i] - 1)
      found[found_count++] = kTrigrams + i * 64 + static_cast<uint32_t>(std::countr_zero(seen2[i]));
  }
  for (; seen1 != 0; seen1 &= seen1 - 1)
    found[found_count++] = kTrigrams + kBigrams + static_cast<uint32_t>(std::countr_zero(seen1));
  const auto end = found.begin() + static_cast<ptrdiff_t>(found_count);
  batch.lists.insert(batch.lists.end(), found.begin(), end);
  batch.block_ends.emplace_back(block, batch.lists.size());
  postings += found_count;
  found_count = 0;
  constexpr size_t kBatch = 64;
  if (batch.block_ends.size() < kBatch) return;
  wait();
  filing = std::async(std::launch::async, [this, full = std::exchange(batch, {})] { file(full); });
}

void GramIndexBuilder::State::file(const Batch& full) {
  size_t begin = 0;
  for (const auto& [block, end] : full.block_ends) {
    lists.add(block, std::span(full.lists).subspan(begin, end - begin));
    begin = end;
  }
}

void GramIndexBuilder::State::file_all() {
  wait();
  file(batch);
  lists.flush();
}

GramIndexBuilder::GramIndexBuilder() : state_(std::make_unique<State>()) {}
GramIndexBuilder::~GramIndexBuilder() = default;
GramIndexBuilder::GramIndexBuilder(GramIndexBuilder&&) noexcept = default;
GramIndexBuilder& GramIndexBuilder::operator=(GramIndexBuilder&&) noexcept = default;

size_t GramIndexBuilder::size() const { return state_->postings; }

void GramIndexBuilder::add_block(uint32_t block, const BlockView& view) {
  State& state = *state_;
  const bool plain_lines = view.lines() && view.ascii();
  if (plain_lines) state.add_lines(view.text());
  for (size_t i = 0; i < view.size() && !plain_lines; ++i) {
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

namespace {

using Postings = std::vector<std::pair<Gram, std::string>>;

// The lists of neighbouring grams, and those grams.
struct Slice {
  uint32_t list = 0;
  Gram gram = 0;
  uint32_t count = 0;
};

// In ascending order of gram. Short enough that neither of two threads waits long for the other.
std::vector<Slice> slices() {
  constexpr uint32_t kSlice = 1u << 12;
  std::vector<Slice> all = {{kTrigrams + kBigrams, 1u << kGramBits, kUnigrams},
                            {kTrigrams, 2u << kGramBits, kBigrams}};
  for (uint32_t i = 0; i < kTrigrams; i += kSlice) all.push_back({i, 3u << kGramBits | i, kSlice});
  return all;
}

Postings encode(const detail::ListPool& lists, const Slice& slice) {
  Postings out;
  std::vector<uint32_t> blocks;
  for (uint32_t i = 0; i < slice.count; ++i) {
    lists.read(slice.list + i, blocks);
    if (!blocks.empty()) out.emplace_back(slice.gram + i, encode_postings(blocks));
  }
  return out;
}

}  // namespace

void GramIndexBuilder::finish(const std::function<void(Gram, std::string_view)>& sink) {
  constexpr size_t kAhead = 3;                // slices that are encoded while the sink takes one
  constexpr size_t kWorthThreads = 1u << 18;  // bytes of lists
  state_->file_all();
  const detail::ListPool& lists = state_->lists;
  const auto launch = lists.bytes() < kWorthThreads ? std::launch::deferred : std::launch::async;
  const std::vector<Slice> all = slices();
  std::deque<std::future<Postings>> encoding;
  for (size_t next = 0; next < all.size() || !encoding.empty();) {
    for (; next < all.size() && encoding.size() < kAhead; ++next)
      encoding.push_back(std::async(launch, encode, std::cref(lists), all[next]));
    const Postings postings = encoding.front().get();
    encoding.pop_front();
    for (const auto& [gram, bytes] : postings) sink(gram, bytes);
  }
  state_.reset();
}

}  // namespace dossier::search
