#pragma once
// Grams are the keys of the search index. Text is case-folded (search_fold), each byte of the
// folded UTF-8 becomes one of 64 symbols (letters, digits and the punctuation of code have their
// own, the rest share), and every run of one, two and three symbols inside a field is a gram.
//
// 64 symbols make all trigrams 2^18, so tables are indexed directly and the per-block duplicate
// check is a 32 KB bitmap; a coarser alphabet only adds candidates, never loses one. One- and
// two-symbol grams cost a tenth of the index and answer two-letter patterns and `e.*z.*q.*x`.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::search {

class BlockView;

/// A gram's key: its length in the bits above 18, its symbols below. Never 0.
using Gram = uint32_t;
inline constexpr uint32_t kGramBits = 18;

inline Gram gram1(uint32_t a) { return (1u << kGramBits) | a; }
inline Gram gram2(uint32_t a, uint32_t b) { return (2u << kGramBits) | a << 6 | b; }
inline Gram gram3(uint32_t a, uint32_t b, uint32_t c) {
  return (3u << kGramBits) | a << 12 | b << 6 | c;
}
/// The gram's symbols as letters, for dumps: `abc`; shared symbols show as `?`.
std::string spell(Gram gram);

/// Appends the symbols (bytes 0..63) of the folded text. Newlines are ordinary text here.
void append_symbols(std::string_view text, std::string& out);
/// Appends the symbols of one character; none for a character that the folding ignores.
void append_symbols(char32_t code, std::string& out);

/// Collects the postings of one segment.
class GramIndexBuilder {
 public:
  GramIndexBuilder();
  ~GramIndexBuilder();
  GramIndexBuilder(GramIndexBuilder&&) noexcept;
  GramIndexBuilder& operator=(GramIndexBuilder&&) noexcept;

  /// Blocks must come in ascending order.
  void add_block(uint32_t block, const BlockView& view);
  /// How many blocks stand in all lists together. Each takes a byte or a little more.
  size_t size() const;
  /// Passes each gram's posting bytes (see postings.h) to `sink`, in ascending order of gram.
  /// Nothing may be added afterwards.
  void finish(const std::function<void(Gram, std::string_view)>& sink);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier::search
