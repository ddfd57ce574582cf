#include "queries/lang/missing_words.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "engine/ascii.h"

namespace dossier::lang {
namespace {

bool is_plain_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return is_lower(c) || is_digit(c); });
}

}  // namespace

MissingWords::MissingWords(const SymbolNames& names, const SymbolTexts& texts, const Plan& plan)
    : names_(names), texts_(texts), levels_(texts.size()) {
  std::vector<size_t> order;
  for (size_t i = 0; i < std::min(plan.words.size(), NamedSymbol::kWords); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const auto &one = plan.words[a], &other = plan.words[b];
    return std::pair(one.weight, one.text.size()) > std::pair(other.weight, other.text.size());
  });
  for (const size_t i : order) {
    const std::string& text = plan.words[i].text;
    words_.push_back({text, is_plain_word(text), static_cast<uint8_t>(1U << i)});
  }
}

// With its neighbours, which are asked about soon: texts are in the order of symbols.
SymbolTexts::Level MissingWords::read_level(size_t text, size_t word) {
  constexpr size_t kTogether = 64;
  const size_t first = text / kTogether * kTogether;
  std::array<SymbolTexts::Level, kTogether> read;
  const std::span<SymbolTexts::Level> levels(read.data(),
                                             std::min(kTogether, texts_.size() - first));
  texts_.levels(first, words_[word].text, levels);
  for (size_t i = 0; i < levels.size(); ++i)
    levels_[first + i] = static_cast<uint16_t>(levels_[first + i] | (levels[i] + 1U) << 2 * word);
  return read[text - first];
}

bool MissingWords::is_within(uint32_t name, size_t word) {
  uint16_t& known = within_[name];
  if (const unsigned told = known >> 2 * word & 3) return told == 2;
  const bool is = names_.lowered(name).find(words_[word].text) != std::string_view::npos;
  known = static_cast<uint16_t>(known | (is ? 2U : 1U) << 2 * word);
  return is;
}

MissingWords::Answer MissingWords::has(size_t symbol, size_t word, SymbolTexts::Level least) {
  if (!words_[word].is_plain) return unknown;
  const size_t full_name = texts_.full_name(symbol), signature = texts_.signature(symbol);
  const bool full_tells = texts_.is_usual(full_name), other_tells = texts_.is_usual(signature);
  if (full_tells && level(full_name, word) >= least) return yes;
  if (other_tells && level(signature, word) >= least) return yes;
  return full_tells && other_tells ? no : unknown;
}

MissingWords::Answer MissingWords::begun(const NamedSymbol& symbol) {
  if (symbol.missing & NamedSymbol::kDoubt) return unknown;
  Answer answer = yes;
  for (size_t word = 0; word < words_.size(); ++word) {
    if (!(symbol.missing & words_[word].bit)) continue;
    const Answer one = has(symbol.symbol, word, SymbolTexts::begun);
    if (one == no) return no;
    if (one == unknown) answer = unknown;
  }
  return answer;
}

MissingWords::Answer MissingWords::found(const NamedSymbol& symbol) {
  if (symbol.missing & NamedSymbol::kDoubt) return unknown;
  if (within_.empty()) within_.resize(names_.size());
  Answer answer = yes;
  for (size_t word = 0; word < words_.size(); ++word) {
    if (!(symbol.missing & words_[word].bit) || is_within(symbol.name, word)) continue;
    const Answer one = has(symbol.symbol, word, SymbolTexts::within);
    if (one == no) return no;
    if (one == unknown) answer = unknown;
  }
  return answer;
}

}  // namespace dossier::lang
