#pragma once
// The parser behind parse_regex: recursive descent over PatternReader, one dialect per run.
// Sequences and quantifiers are in pattern_parse.cc; groups, references and flags in
// pattern_groups.cc.
#include <optional>
#include <string>
#include <vector>

#include "engine/search/pattern.h"
#include "engine/search/pattern_reader.h"

namespace dossier::search::detail {

inline Regex node(Regex::Op op) {
  Regex out;
  out.op = op;
  return out;
}

/// The flags that (?flags) set and clear.
struct Flags {
  bool ignore_case = true;
  bool dot_all = false;
  bool multi_line = false;
  bool verbose = false;
  bool ascii = false;
  bool explicit_capture = false;
};

/// One run over one pattern; call parse() once. wants_net() then says whether the pattern has
/// constructs that only .NET accepts.
class Parser {
 public:
  Parser(std::string_view pattern, bool ignore_case, Dialect dialect)
      : in_(pattern), dialect_(dialect) {
    flags_.ignore_case = ignore_case;
  }

  Regex parse() {
    top_level_ = true;
    Regex regex = alternatives();
    if (!in_.done()) bad_regex("unbalanced parenthesis", in_.at());
    resolve(regex);
    return regex;
  }
  bool wants_net() const { return in_.wants_net(); }

 private:
  struct Group {
    std::u32string name;
    bool open = true;
  };

  Regex alternatives();
  Regex sequence(bool may_set_global_flags);
  void skip_verbose();
  void quantify(std::vector<Regex>& items);
  bool braces(uint32_t& min, uint32_t& max);
  std::optional<Regex> parenthesis(bool may_set_global_flags);
  std::optional<Regex> extension(bool may_set_global_flags);
  std::optional<Regex> flag_group(bool may_set_global_flags);
  Regex body(Regex::Op op, size_t open);
  Regex capture(std::u32string name, size_t open);
  Regex look(bool behind, bool negated, size_t open);
  Regex condition(size_t open);
  Regex escape();
  Regex reference_to(const std::u32string& name, size_t at);
  Regex numbered(size_t at);
  Regex character(char32_t code) const;
  Regex set(CharSet set) const;
  std::u32string identifier(char32_t close);
  uint32_t position_of(uint32_t number) const;
  void resolve(Regex& regex) const;

  PatternReader in_;
  Dialect dialect_;
  Flags flags_;
  std::vector<Group> groups_;  // by position
  bool top_level_ = true;
  int depth_ = 0;
};

}  // namespace dossier::search::detail
