#pragma once
// The words of a whole text, for the ranked index of contents: the words of its identifiers as
// split_words() gives them, each once. Omitted are words that say nothing about the text: single
// letters, numbers, words longer than 40 bytes, runs of hexadecimal digits or base64, and
// everything in lines longer than 2,000 bytes (minified code and data).
//
// A text's words are removed from the index by splitting it again, so these rules are part of the
// format: a change of them needs a migration that empties the index (_content.words null). The same
// rules decide which words of a question can be found in texts.
//
// Rejected: storing each occurrence with its position (an index four times as large; the gram index
// finds phrases anyway); storing unsplit runs beside their words, as for names (half as much again;
// the gram index finds `orderservice` too).
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::search {

class TextWords {
 public:
  TextWords() : slots_(1024) {}

  /// Begins a new text.
  void clear();
  /// Adds a text, or some whole lines of it.
  void add(std::string_view text);

  /// The number of words.
  size_t count() const { return count_; }
  /// The words in the order of first occurrence, lower-cased, joined by spaces; valid until the
  /// next call.
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

/// The words by which a text that contains `asked` is found, joined by spaces; "" if none is
/// indexed.
std::string text_words_of(std::string_view asked);

}  // namespace dossier::search
