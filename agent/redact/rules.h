#pragma once
// The compiled rules of rules.txt, and what they match in a text. A rule is tried only where one of
// its fixed texts occurs, or behind a name of its class, so a text costs its length and what is
// tried in it, however many rules there are. What a rule looks at is bounded, so the time is
// proportional to the text.
//
// Rejected: running each pattern over the whole text (a hundred passes); RE2::Set, which reports
// which patterns match but not where; a parser of assignments with judges of names, values and
// prose (1,400 lines, which found 0.02 more of the secrets in public corpora).
#include <re2/re2.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
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

/// A secret: where it lies in the text, and the name of its rule.
struct Found {
  size_t begin = 0;
  size_t end = 0;
  std::string_view name;
};

struct Rule {
  std::string name;  // "-": what it matches is left, and no later rule is tried there
  std::unique_ptr<RE2> pattern;
  size_t back = 0;                     // how many bytes before its text a match may begin
  double bits = 0;                     // minimum entropy
  const RE2* line = nullptr;           // what the line holds up to the end of the name
  std::vector<const RE2*> has, lacks;  // of the secret
};

/// Names that secrets are assigned to.
struct NameClass {
  std::unique_ptr<RE2> pattern;  // of a name's words in lower case
  std::vector<const RE2*> lacks;
  std::vector<uint32_t> rules;  // those tried behind such a name
};

/// The rules in order, and the texts that locate them.
struct Rules {
  std::vector<Rule> list;
  std::vector<NameClass> classes;
  Places places;                                      // of rules
  Places name_places;                                 // of names
  std::unique_ptr<RE2> prefix;                        // what tools put before a line
  std::map<std::string, std::unique_ptr<RE2>> parts;  // those that options name
};
const Rules& rules();

/// The class of a name, judged by its last words; null if no secret is assigned to it.
const NameClass* class_of(std::string_view name);

/// How a rule fares at one place.
enum class Outcome { none, left, secret };
/// Tries the rule on a match that begins in [first, last]; `line` is what the line of a name holds
/// up to its end. `plain` is the end of the last word that this rule judged to be no secret:
/// nothing within it is tried again.
Outcome match(const Rule& rule, std::string_view text, std::string_view line, size_t first,
              size_t last, size_t& plain, Found& found);

/// The mark's beginning in a redacted text.
inline constexpr std::string_view kMark = "[redacted:";

}  // namespace dossier::redaction
