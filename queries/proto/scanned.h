#pragma once
// What the rules of suspected files (queries/proto/suspects.h) know of one file, and how its text
// is taken apart into names. Pure.
//
// Lines that are comments by their look are left out: prose says "message" and "entry" of anything.
// Rejected: asking a parser where the comments are, which reads every file once more.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ascii.h"
#include "engine/path_parts.h"
#include "queries/proto/clues.h"
#include "queries/proto/rpc_places.h"
#include "queries/proto/schema_copies.h"
#include "store/scope/texts.h"

namespace dossier::proto {

/// The rules behind those of the concerns, in the order of weights.txt.
enum Rule : size_t {
  broken = kConcerns,
  scope,
  base,
  file,
  is_new,
  diff,
  share,
  portion,
  large,
  entry,
  history,
  build,
  copy,
  access,
  beside,
  test,
  kRules
};

/// How often a clue was met, how often as something that is accessed, called or set, and how often
/// as something that no longer works.
struct Counted {
  uint32_t clue = 0;
  uint32_t count = 0;
  uint32_t by_chance = 0;  // a word that is spelled or used as no name of the kind is
  uint32_t accesses = 0;
  uint32_t broken = 0;
  uint32_t telling = 0;  // of those that are broken, by names that nobody else uses by chance
};

struct Scanned {
  FileEntry entry;
  bool is_changed = false, is_new = false, is_test = false, is_build = false;
  bool is_generated = false;
  bool is_gone = false;                // the later version does not have it
  std::string moved_to;                // where the later version has it; "" = where it was
  uint64_t generators = ~uint64_t{0};  // whose names its language has
  std::optional<RpcPlaces> rpcs;       // of the earlier version
  std::vector<Counted> met;            // by clue
  std::vector<Counted> met_in_diff;    // on lines that the versions do not share
  std::vector<Counted> met_later;      // in the later version, where that is another
  int64_t diff_lines = 0;
  std::string listed;  // the .proto file that a build file lists
  SchemaCopy copied;   // of a .proto that stays: which one it is a copy of
  std::array<double, kRules> values{};
  double score = 0;
  bool is_concerned = false;  // a rule that looks inside of it gave it something

  Reading reading() const { return {generators, rpcs ? &*rpcs : nullptr}; }
};

std::string_view folder_of(std::string_view path);
/// Whether a word is in a list that has spaces around every word.
bool is_listed(std::string_view list, std::string_view word);

inline bool is_name(char c) {
  return is_word_character(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// Calls use(name) for each; the name is a part of the text.
template <typename Use>
void each_name(std::string_view text, const Use& use) {
  for (size_t at = 0; at < text.size();) {
    if (!is_name(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && is_name(text[end])) ++end;
    // Generated names are no longer than this, and a huge blob is no name.
    if (end - at <= 200 && (text[at] < '0' || text[at] > '9')) use(text.substr(at, end - at));
    at = end;
  }
}

/// A line without what is a comment by its look: all of one that begins as a comment, and what
/// follows " // ".
std::string_view code_of(std::string_view line);
/// The lines of a text, each as code_of() has it.
std::string without_comments(std::string_view text);
/// The lines that one text has and the other does not, or has more often; their number in `lines`.
std::string changed_lines(std::string_view before, std::string_view after, int64_t& lines);
/// Calls use(meant, is_broken, is_known) for each clue that a name stands for, a part of its
/// line, which is as code_of() has it.
template <typename Use>
void each_meant(const Clues& clues, const Reading& reading, std::string_view line,
                std::string_view name, const Use& use) {
  const auto column = static_cast<size_t>(name.data() - line.data());
  clues.spelled().each_spelled(line, name, [&](const Meant& meant, bool is_used) {
    const Clue& clue = clues.all()[meant.clue];
    const auto told = clue.is_rpc && reading.rpcs != nullptr
                          ? reading.rpcs->told(clue.name, line, column)
                          : std::nullopt;
    if (told.value_or(is_used))
      use(meant, clues.is_broken(meant, name, reading.generators, told.has_value()),
          told.has_value());
  });
}
/// The clues of a text, by their number.
std::vector<Counted> count_clues(const Clues& clues, const Reading& reading, std::string_view text);

}  // namespace dossier::proto
