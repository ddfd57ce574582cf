#pragma once
// Whether symbols mention the words that their names lack, by their texts in memory. What is found
// out of a text is kept for the symbols that share it.
#include <cstdint>
#include <string>
#include <vector>

#include "queries/lang/name_ranks.h"
#include "queries/lang/plan.h"
#include "store/index/symbol_texts.h"

namespace dossier::lang {

class MissingWords {
 public:
  /// Borrows names and texts.
  MissingWords(const SymbolNames& names, const SymbolTexts& texts, const Plan& plan);

  /// Unknown: of a name or text that is not of ASCII, or a word with other characters than letters
  /// and digits, which may reach from one text into the next.
  enum Answer { no, yes, unknown };
  /// Whether each word that the name lacks begins one of another text: then its bound is its rank.
  Answer begun(const NamedSymbol& symbol);
  /// Whether each word occurs anywhere.
  Answer found(const NamedSymbol& symbol);

 private:
  struct Word {
    std::string text;  // lower-case
    bool is_plain = false;
    uint8_t bit = 0;  // of NamedSymbol::missing
  };
  // Whether the texts of a symbol have a word at least so.
  Answer has(size_t symbol, size_t word, SymbolTexts::Level least);
  SymbolTexts::Level level(size_t text, size_t word) {
    const unsigned known = levels_[text] >> 2 * word & 3;
    return known ? static_cast<SymbolTexts::Level>(known - 1) : read_level(text, word);
  }
  SymbolTexts::Level read_level(size_t text, size_t word);
  bool is_within(uint32_t name, size_t word);

  const SymbolNames& names_;
  const SymbolTexts& texts_;
  std::vector<Word> words_;  // the rarest first: it rules out most
  // By text, two bits a word: one more than the level, 0 = not known; by name likewise, 1 or 2.
  std::vector<uint16_t> levels_, within_;
};

}  // namespace dossier::lang
