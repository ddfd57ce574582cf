#pragma once
// The conditionals of a text (#if … #elif … #else … #endif), and which of their branches a reading
// keeps. Rejected: evaluating conditions. What is defined where is not known here, and both
// branches of a conditional are the program's.
#include <string_view>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"

namespace dossier::languages {

class Conditionals {
 public:
  Conditionals(std::string_view text, const std::vector<PlainToken>& tokens);

  bool empty() const { return groups_.empty(); }
  /// The most branches that one of them has, without those that nobody compiles (#if 0).
  size_t most_branches() const;
  /// What a reading leaves out that keeps branch `which` of each, or its last: the other branches
  /// and the directives. Not in order.
  Blanks all_but(size_t which) const;

 private:
  struct Branch {
    uint32_t begin = 0, end = 0;  // its directive
    uint32_t last = 0;            // where the next directive begins
    bool is_dead = false;
  };
  struct Group {
    std::vector<Branch> branches;
    uint32_t end_begin = 0, end_end = 0;  // the #endif
  };
  std::vector<Group> groups_;
};

}  // namespace dossier::languages
