#pragma once
// The words of a whole text, for the ranked index of contents: the words of its identifiers as
// split_words() gives them, each once, without those that say nothing about the text. Left out are
// single letters, numbers, words longer than 40 bytes, and what no one wrote as words: runs of
// hexadecimal digits, of base64, and all else in lines longer than 2,000 bytes (minified code and
// data on one line).
//
// A text's words are taken out of the index by splitting it again, so these rules belong to the
// format: whoever changes them adds a migration that empties the index (_content.words null).
//
// The same rules decide which words of a question can be found in texts. Rejected: each occurrence
// with its position (four times the index, and phrases are found by the gram index anyway); runs
// unsplit beside their words, as names have them (half as much again: `orderservice` is found by
// the gram index too).
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::search {

class TextWords {
 public:
  TextWords() : slots_(1024) {}

  /// Begins with another text.
  void clear();
  /// A text, or some whole lines of it.
  void add(std::string_view text);

  /// How many words were found.
  size_t count() const { return count_; }
  /// They in the order of their first occurrence, lower-cased, joined by spaces; until the next
  /// call.
  std::string_view joined() const { return joined_; }

 private:
  struct Slot {
    uint64_t hash = 0;
    uint32_t at = 0;  // where the word stands in joined_
    uint32_t size = 0;
    uint32_t text = 0;  // of which text it is: a slot of an earlier one is free
  };
  void line(std::string_view line);
  void run(std::string_view run);
  void ascii(std::string_view run);
  void word(std::string_view word);
  void grow();

  std::string joined_;
  size_t count_ = 0;
  uint32_t text_ = 1;
  std::vector<Slot> slots_;  // a power of two
};

/// The words by which a text is found that holds `asked`, joined by spaces; "" where none is
/// indexed.
std::string text_words_of(std::string_view asked);

}  // namespace dossier::search
