#pragma once
// The rules of rules.txt, compiled: which patterns there are, and where in a text they may match.
// Places are found in one pass over the text, so that a text costs what its length and its places
// cost, however many rules there are. Rejected: each pattern over the whole text (a hundred
// passes), and RE2::Set, which says which patterns match but not where.
#include <re2/re2.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::redaction {

/// Texts that are looked for together, without case.
class Places {
 public:
  /// `word` has three bytes or more; `owner` is what next() says of it.
  void add(std::string_view word, uint32_t owner);

  /// Where one of the words stands at or behind `at`, and their owners there in the order in which
  /// they were added; npos: none does.
  size_t next(std::string_view text, size_t at, std::vector<uint32_t>& owners) const;

 private:
  struct Word {
    std::string text;  // lower-case
    uint32_t owner;
  };
  static size_t slot(const char* three);

  std::vector<Word> words_;
  std::vector<std::vector<uint32_t>> buckets_{1};  // of words by their first three bytes
  std::array<uint8_t, 1 << 15> bucket_at_{};       // 0: none
};

struct Rule {
  std::string name;
  std::unique_ptr<RE2> pattern;
  size_t back = 0;     // bytes before its place at which it may begin
  double bits = 0;     // least entropy
  bool given = false;  // a placeholder in its place is no secret
};

/// The rules in their order, and their places.
struct Rules {
  std::vector<Rule> list;
  Places places;
};
const Rules& rules();

/// Bits that a byte of the text tells, by how often each occurs in it.
double entropy(std::string_view text);

}  // namespace dossier::redaction
