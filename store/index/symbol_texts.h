#pragma once
// What symbols say beside their names, in memory: full names and signatures, in which a word that a
// name lacks may be mentioned. A distinct text is kept once, in lower case, with a bit for each
// byte at which a word begins; a symbol is two numbers of texts, eight bytes: of a member, its
// type's full name and its signature, in which a mark stands for the name.
//
// Rejected: the words of each text. They are as long as the texts, and a word that is typed ends
// anywhere.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/index/symbol_names.h"

namespace dossier {

class SymbolTexts {
 public:
  static constexpr size_t kMostBytes = size_t{96} << 20;  // of distinct texts

  /// Reads those of every symbol whose name was read, within the same transaction. Null where they
  /// are more than `most` bytes.
  static std::shared_ptr<const SymbolTexts> read(SearchIndex& index, const SymbolNames& names,
                                                 size_t most = kMostBytes);

  /// How a text has a word.
  enum Level : uint8_t { absent, within, begun };
  /// Of the texts from `first` on, as many as `out` has. `word` is lower-case ASCII, of letters and
  /// digits. One after another they are searched faster than each alone.
  void levels(size_t first, std::string_view word, std::span<Level> out) const;
  /// Of ASCII. Others are not kept: in them, more letters are one.
  bool is_usual(size_t text) const { return usual_[text] != 0; }
  size_t size() const { return ends_.size(); }
  size_t bytes() const { return texts_.size(); }

  /// The texts of a symbol, by its place among all (SymbolNames::Module::begin). The first of a
  /// module or type is its own full name; the second may be empty.
  size_t full_name(size_t symbol) const { return full_name_of_[symbol]; }
  size_t signature(size_t symbol) const { return signature_of_[symbol]; }

 private:
  friend class TextsReader;

  std::string texts_;  // one after another
  std::vector<uint32_t> ends_;
  std::vector<char> usual_;
  std::vector<uint64_t> starts_;  // a bit a byte of texts_
  std::vector<uint32_t> full_name_of_, signature_of_;
};

}  // namespace dossier
