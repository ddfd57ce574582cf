#include "engine/search/text_words.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/search/identifier_words.h"
#include "engine/unicode.h"

namespace dossier::search {
namespace {

constexpr size_t kLongestLine = 2000;
constexpr size_t kLongestWord = 40;
constexpr size_t kLongestRun = 120;
// A run that is this long may be no identifier.
constexpr size_t kHexRun = 8;
constexpr size_t kMixedRun = 20;

enum Kind : uint8_t { gap, upper, lower_case, digit, beyond };

constexpr auto kKinds = [] {
  std::array<uint8_t, 256> kinds{};
  for (int c = 'a'; c <= 'z'; ++c) kinds[static_cast<size_t>(c)] = lower_case;
  for (int c = 'A'; c <= 'Z'; ++c) kinds[static_cast<size_t>(c)] = upper;
  for (int c = '0'; c <= '9'; ++c) kinds[static_cast<size_t>(c)] = digit;
  for (size_t c = 0x80; c < 256; ++c) kinds[c] = beyond;
  return kinds;
}();
constexpr uint8_t kind_of(char c) { return kKinds[static_cast<uint8_t>(c)]; }

bool is_hex(char c) { return kind_of(c) == digit || (c | 0x20) <= 'f'; }

// Digits and letters that are a number, a key or packed bytes.
bool is_data(std::string_view run) {
  if (run.size() > kLongestRun) return true;
  if (run[0] == '0' && run.size() > 1 && (run[1] | 0x20) == 'x') return true;
  if (run.size() < kHexRun) return false;
  size_t digits = 0, turns = 0;
  bool hex = true;
  uint8_t before = kind_of(run[0]);
  for (const char c : run) {
    const uint8_t kind = kind_of(c);
    digits += kind == digit;
    hex = hex && is_hex(c);
    turns += kind != before && !(before == upper && kind == lower_case);
    before = kind;
  }
  if (hex && digits > 0) return true;
  return run.size() >= kMixedRun && digits > 0 && 3 * turns > run.size();
}

bool is_number(std::string_view word) {
  switch (u_charType(static_cast<UChar32>(decode_utf8(word, 0).code))) {
    case U_DECIMAL_DIGIT_NUMBER:
    case U_LETTER_NUMBER:
    case U_OTHER_NUMBER:
      return true;
    default:
      return false;
  }
}

uint64_t hash_of(std::string_view word) {
  uint64_t hash = word.size();
  while (word.size() >= 8) {
    uint64_t part;
    std::memcpy(&part, word.data(), 8);
    hash = (hash ^ part) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
    word.remove_prefix(8);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, word.data(), word.size());
  hash = (hash ^ rest) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 32;
}

}  // namespace

void TextWords::clear() {
  joined_.clear();
  count_ = 0;
  if (++text_ == 0) {
    slots_.assign(1024, {});
    text_ = 1;
  }
}

void TextWords::add(std::string_view text) {
  while (!text.empty()) {
    const auto* end = static_cast<const char*>(std::memchr(text.data(), '\n', text.size()));
    const size_t length = end ? static_cast<size_t>(end - text.data()) : text.size();
    if (length <= kLongestLine) line(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
}

void TextWords::line(std::string_view line) {
  for (size_t at = 0; at < line.size(); ++at) {
    uint8_t kind = kind_of(line[at]);
    if (kind == gap) continue;
    const size_t from = at;
    bool plain = true;
    for (; kind != gap; kind = at < line.size() ? kind_of(line[at]) : uint8_t{gap}) {
      plain = plain && kind != beyond;
      ++at;
    }
    const std::string_view found = line.substr(from, at - from);
    if (found.size() < 2) continue;
    if (plain)
      ascii(found);
    else
      run(found);
  }
}

// With letters beyond ASCII: the general way.
void TextWords::run(std::string_view run) {
  if (run.size() > 4 * kLongestRun) return;
  for (const auto& part : split_words(run))
    if (part.size() > decode_utf8(part, 0).length && !is_number(part)) word(part);
}

void TextWords::ascii(std::string_view run) {
  if (is_data(run)) return;
  size_t from = 0;
  uint8_t before = gap;
  const auto close = [&](size_t end) {
    if (end - from >= 2 && kind_of(run[from]) != digit) word(run.substr(from, end - from));
    from = end;
  };
  for (size_t at = 0; at < run.size(); ++at) {
    const uint8_t kind = kind_of(run[at]);
    if (kind == before) continue;
    if (before == upper && kind == lower_case) {
      if (at - 1 > from) close(at - 1);  // HTTPServer: the last capital begins the word
    } else if (before != gap) {
      close(at);
    }
    before = kind;
  }
  close(run.size());
}

void TextWords::word(std::string_view word) {
  if (word.size() > kLongestWord) return;
  char room[kLongestWord];
  for (size_t i = 0; i < word.size(); ++i)
    room[i] = kind_of(word[i]) == upper ? static_cast<char>(word[i] | 0x20) : word[i];
  const std::string_view lowered(room, word.size());
  const uint64_t hash = hash_of(lowered);
  for (size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
    Slot& slot = slots_[i];
    if (slot.text == text_) {
      if (slot.hash == hash && std::string_view(joined_).substr(slot.at, slot.size) == lowered)
        return;
      continue;
    }
    if (!joined_.empty()) joined_ += ' ';
    slot = {hash, static_cast<uint32_t>(joined_.size()), static_cast<uint32_t>(word.size()), text_};
    joined_ += lowered;
    break;
  }
  if (++count_ * 2 > slots_.size()) grow();
}

void TextWords::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const auto& slot : old) {
    if (slot.text != text_) continue;
    size_t i = slot.hash & (slots_.size() - 1);
    while (slots_[i].text == text_) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

std::string text_words_of(std::string_view asked) {
  TextWords words;
  words.add(asked);
  return std::string(words.joined());
}

}  // namespace dossier::search
