#include "store/index/symbol_texts.h"

#include <algorithm>

#include "engine/first_row.h"
#include "engine/search/identifier_words.h"
#include "engine/stored.h"
#include "engine/unicode.h"
#include "store/index/index.h"
#include "store/sql.h"

namespace dossier {
namespace {

// Between two looks at the deadline.
constexpr size_t kLook = 4096;
constexpr int64_t kMostTexts = int64_t{1} << 26;

// Letters of names, the most frequent first; a digit is rarer than any.
constexpr std::string_view kFrequent = "etaoisnrlcdmpugfhybvwkxjqz";

size_t place_of_rarest(std::string_view word) {
  const auto rarity = [](char c) { return kFrequent.find(c); };
  return static_cast<size_t>(
      std::max_element(word.begin(), word.end(),
                       [&](char a, char b) { return rarity(a) < rarity(b); }) -
      word.begin());
}

}  // namespace

class TextsReader {
 public:
  TextsReader(SearchIndex& index, SymbolTexts& out, size_t most)
      : index_(index), out_(out), most_(most) {}

  bool run(const SymbolNames& names) {
    add({});  // of symbols without signature
    out_.full_name_of_.resize(names.symbols());
    out_.signature_of_.resize(names.symbols());
    for (const auto& module : names.modules()) {
      const int64_t last = module.first + static_cast<int64_t>(module.names.size()) - 1;
      read_module(names, module);
      read_types(module, last);
      read_members(module, last);
      if (is_full_) return false;
    }
    return true;
  }

 private:
  // A module without a full name goes by its own.
  void read_module(const SymbolNames& names, const SymbolNames::Module& module) {
    const auto row = first_row<sql::ModuleFullName>(index_.statements(), module.first);
    if (row && row->text.empty())
      out_.full_name_of_[module.begin] = add(names.name(module.names.front()));
    else if (row)
      out_.full_name_of_[module.begin] = text_of_name(row->full_name);
  }

  void read_types(const SymbolNames::Module& module, int64_t last) {
    for (const auto& row : index_.statements().rows<sql::TextsOfTypes>(module.first, last)) {
      look();
      out_.full_name_of_[place_of(module, row.id)] = text_of_name(row.full_name);
    }
  }

  void read_members(const SymbolNames::Module& module, int64_t last) {
    for (const auto& row : index_.statements().rows<sql::TextsOfMembers>(module.first, last)) {
      look();
      const size_t at = place_of(module, row.id);
      // Its own name begins behind the dot after its type's: what begins a word of the whole begins
      // one of either.
      out_.full_name_of_[at] = row.full_name ? text_of_name(*row.full_name)
                                             : out_.full_name_of_[place_of(module, row.type)];
      if (row.sig) out_.signature_of_[at] = text_of_signature(*row.sig);
    }
  }

  static size_t place_of(const SymbolNames::Module& module, int64_t id) {
    const auto place = static_cast<uint64_t>(id) - static_cast<uint64_t>(module.first);
    if (place >= module.names.size())
      throw_damaged("symbol " + std::to_string(id) + " is not one of its module " +
                    std::to_string(module.first));
    return module.begin + place;
  }

  void look() {
    if (++seen_ % kLook == 0) index_.database().checkpoint();
  }

  // Of ids that texts have been read for: the text, less the first one of all, which is empty.
  static uint32_t& slot(std::vector<uint32_t>& numbers, int64_t id) {
    const auto at = static_cast<size_t>(id);
    if (at >= numbers.size()) numbers.resize(at + at / 2 + 1);
    return numbers[at];
  }

  template <typename Query>
  uint32_t text_of(std::vector<uint32_t>& numbers, int64_t id) {
    if (id < 0 || id >= kMostTexts) {
      is_full_ = true;  // the list by id would be too long
      return 0;
    }
    uint32_t& number = slot(numbers, id);
    if (number == 0) {
      auto rows = index_.statements().rows<Query>(id);
      const auto row = rows.next();
      number = add(row ? row->text : std::string_view());
    }
    return number;
  }
  uint32_t text_of_name(int64_t id) { return text_of<sql::NameText>(by_name_, id); }
  uint32_t text_of_signature(int64_t id) { return text_of<sql::SigText>(by_signature_, id); }

  uint32_t add(std::string_view text) {
    is_full_ = is_full_ || text.size() > most_ - out_.texts_.size();
    const bool usual = is_ascii(text);
    if (usual && !is_full_) {
      const size_t from = out_.texts_.size();
      lower_into(text, lowered_);
      out_.texts_ += lowered_;
      out_.starts_.resize(out_.texts_.size() / 64 + 1);
      search::mark_word_starts(text, from, out_.starts_);
    }
    out_.usual_.push_back(usual ? 1 : 0);
    out_.ends_.push_back(static_cast<uint32_t>(out_.texts_.size()));
    return static_cast<uint32_t>(out_.ends_.size() - 1);
  }

  SearchIndex& index_;
  SymbolTexts& out_;
  const size_t most_;
  std::vector<uint32_t> by_name_, by_signature_;  // texts, by id; 0 = not read yet
  std::string lowered_;
  size_t seen_ = 0;
  bool is_full_ = false;
};

std::shared_ptr<const SymbolTexts> SymbolTexts::read(SearchIndex& index, const SymbolNames& names,
                                                     size_t most) {
  auto made = std::make_shared<SymbolTexts>();
  return TextsReader(index, *made, most).run(names) ? made : nullptr;
}

// By the rarest byte of the word: memchr() passes over the others at many times the speed of
// memmem().
void SymbolTexts::levels(size_t first, std::string_view word, std::span<Level> out) const {
  std::fill(out.begin(), out.end(), absent);
  const size_t rare = place_of_rarest(word);
  const size_t end = ends_[first + out.size() - 1];
  const std::string_view all = std::string_view(texts_).substr(0, end);
  size_t text = first;
  for (size_t at = first ? ends_[first - 1] : 0;; ++at) {
    const size_t found = all.find(word[rare], at + rare);
    if (found == all.npos) break;
    at = found - rare;
    if (all.compare(at, word.size(), word) != 0) continue;
    while (ends_[text] <= at) ++text;
    if (at + word.size() > ends_[text]) continue;  // it reaches into the next
    Level& level = out[text - first];
    if (starts_[at / 64] >> (at % 64) & 1)
      level = begun;
    else if (level != begun)
      level = within;
  }
}

}  // namespace dossier
