#pragma once
// The compiled rules of rules.txt: the patterns, and the literal texts that must occur where they
// match. The texts of all rules are searched in one pass, so a text costs only its length and its
// matches, however many rules there are. Rejected: running each pattern over the whole text (a
// hundred passes); RE2::Set, which reports which patterns match but not where.
#include <re2/re2.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::redaction {

/// A set of texts searched in one pass, ignoring case.
class Places {
 public:
  /// Adds a word of at least three bytes; next() reports its `owner`.
  void add(std::string_view word, uint32_t owner);

  /// The first position at or after `at` of one of the words, with the owners of the words there in
  /// the order of addition; npos if there is none.
  size_t next(std::string_view text, size_t at, std::vector<uint32_t>& owners) const;

 private:
  struct Word {
    std::string text;  // lower-case
    uint32_t owner;
  };
  static size_t slot(const char* three);

  std::vector<Word> words_;
  std::vector<std::vector<uint32_t>> buckets_{1};  // of words by their first three bytes
  std::array<uint16_t, 1 << 15> bucket_at_{};      // 0: none
};

struct Rule {
  std::string name;
  std::unique_ptr<RE2> pattern;
  size_t back = 0;     // how many bytes before its text a match may begin
  double bits = 0;     // minimum entropy
  bool given = false;  // not a secret if it is a placeholder
};

/// The rules in order, and the texts that locate them.
struct Rules {
  std::vector<Rule> list;
  Places places;
};
const Rules& rules();

/// The entropy of the text in bits per byte.
double entropy(std::string_view text);

}  // namespace dossier::redaction
