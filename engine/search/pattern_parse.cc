#include <unicode/uchar.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/search/pattern.h"
#include "engine/search/pattern_reader.h"

namespace dossier::search {

namespace {

using detail::bad_regex;
using detail::Dialect;
using detail::PatternReader;
using Op = Regex::Op;

constexpr int kDepthLimit = 200;

struct Flags {
  bool ignore_case = true;
  bool dot_all = false;
  bool multi_line = false;
  bool verbose = false;
  bool ascii = false;
  bool explicit_capture = false;
};

Regex node(Op op) {
  Regex out;
  out.op = op;
  return out;
}

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
  Regex body(Op op, size_t open);
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

Regex Parser::character(char32_t code) const {
  // Python folds ASCII letters only under (?a).
  if (flags_.ascii && flags_.ignore_case) {
    CharSet both;
    both.ranges.emplace_back(code, code);
    if (code < 0x80 && u_isalpha(static_cast<UChar32>(code))) return set(std::move(both));
  }
  Regex out = node(Op::text);
  out.chars = code;
  out.ignore_case = flags_.ignore_case && !flags_.ascii;
  return out;
}

Regex Parser::set(CharSet chars) const {
  Regex out = node(Op::set);
  if (flags_.ascii && flags_.ignore_case) detail::add_ascii_cases(chars);
  out.set = std::move(chars);
  out.ignore_case = flags_.ignore_case && !flags_.ascii;
  return out;
}

Regex Parser::alternatives() {
  if (++depth_ > kDepthLimit) bad_regex("nested too deeply", in_.at());
  const bool top = std::exchange(top_level_, false);
  const Flags outer = flags_;
  Regex out = node(Op::either);
  do {
    out.parts.push_back(sequence(top && out.parts.empty()));
  } while (in_.take(U'|'));
  flags_ = outer;
  --depth_;
  if (out.parts.size() == 1) return std::move(out.parts[0]);
  return out;
}

void Parser::skip_verbose() {
  while (flags_.verbose && !in_.done()) {
    const char32_t c = in_.peek();
    if (c == '#') {
      while (!in_.done() && in_.take() != '\n') {
      }
    } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
      in_.take();
    } else {
      return;
    }
  }
}

// Joins neighbouring characters, so that later stages see strings.
Regex joined(std::vector<Regex> items) {
  std::vector<Regex> parts;
  for (Regex& item : items) {
    if (item.op == Op::text && !parts.empty() && parts.back().op == Op::text &&
        parts.back().ignore_case == item.ignore_case) {
      parts.back().chars += item.chars;
    } else if (item.op != Op::empty) {
      parts.push_back(std::move(item));
    }
  }
  if (parts.empty()) return node(Op::empty);
  if (parts.size() == 1) return std::move(parts[0]);
  Regex out = node(Op::concat);
  out.parts = std::move(parts);
  return out;
}

Regex Parser::sequence(bool may_set_global_flags) {
  std::vector<Regex> items;
  for (;;) {
    skip_verbose();
    if (in_.done()) break;
    const char32_t c = in_.peek();
    if (c == '|' || c == ')') break;
    if (c == '*' || c == '+' || c == '?' || c == '{') {
      quantify(items);
      continue;
    }
    in_.take();
    switch (c) {
      case '.':
        items.push_back(node(Op::any));
        items.back().dot_all = flags_.dot_all;
        break;
      case '^':
      case '$':
        items.push_back(node(c == '^' ? Op::line_start : Op::line_end));
        items.back().multi_line = flags_.multi_line;
        break;
      case '[':
        items.push_back(set(detail::read_set(in_, flags_.ascii)));
        break;
      case '\\':
        items.push_back(escape());
        break;
      case '(':
        if (auto item = parenthesis(may_set_global_flags && items.empty())) {
          items.push_back(std::move(*item));
        }
        break;
      default:
        items.push_back(character(c));
    }
  }
  return joined(std::move(items));
}

bool is_assertion(Op op) {
  return op == Op::line_start || op == Op::line_end || op == Op::text_start || op == Op::text_end ||
         op == Op::text_end_newline || op == Op::word_edge || op == Op::not_word_edge;
}

// {m}, {m,}, {m,n}, and in Python {,n}. False (and nothing taken) when this brace is plain text.
bool Parser::braces(uint32_t& min, uint32_t& max) {
  const size_t start = in_.at();
  const auto count = [&](const std::string& digits) {
    if (digits.size() > 9) bad_regex("the repetition number is too large", start);
    return static_cast<uint32_t>(std::stoul(digits));
  };
  in_.take();
  const std::string low = in_.digits(10, SIZE_MAX);
  const bool comma = in_.take(U',');
  const std::string high = comma ? in_.digits(10, SIZE_MAX) : low;
  const bool empty = low.empty() && (!comma || dialect_ == Dialect::net);
  if (empty || !in_.take(U'}')) {
    in_.seek(start);
    return false;
  }
  min = low.empty() ? 0 : count(low);
  max = high.empty() ? Regex::kUnbounded : count(high);
  if (max < min) bad_regex("min repeat greater than max repeat", start);
  return true;
}

void Parser::quantify(std::vector<Regex>& items) {
  const size_t at = in_.at();
  uint32_t min = 0;
  uint32_t max = Regex::kUnbounded;
  if (in_.peek() == '{') {
    if (!braces(min, max)) {
      items.push_back(character(in_.take()));
      return;
    }
  } else {
    const char32_t c = in_.take();
    if (c == '+') min = 1;
    if (c == '?') max = 1;
  }
  if (items.empty()) bad_regex("nothing to repeat", at);
  if (items.back().op == Op::repeat) bad_regex("multiple repeat", at);
  if (is_assertion(items.back().op)) in_.needs_net();
  Regex out = node(Op::repeat);
  out.min = min;
  out.max = max;
  if (in_.take(U'?')) {
    out.mode = Regex::Mode::lazy;
  } else if (in_.take(U'+')) {
    out.mode = Regex::Mode::possessive;
  }
  out.parts.push_back(std::move(items.back()));
  items.back() = std::move(out);
}

Regex Parser::body(Op op, size_t open) {
  Regex out = node(op);
  out.parts.push_back(alternatives());
  if (!in_.take(U')')) bad_regex("missing ), unterminated subpattern", open);
  return out;
}

Regex Parser::capture(std::u32string name, size_t open) {
  for (const Group& group : groups_) {
    if (!name.empty() && group.name == name) bad_regex("redefinition of a group name", open);
  }
  const size_t index = groups_.size();
  groups_.push_back({std::move(name), true});
  Regex out = body(Op::group, open);
  groups_[index].open = false;
  out.number = static_cast<uint32_t>(index + 1);
  return out;
}

Regex Parser::look(bool behind, bool negated, size_t open) {
  Regex out = body(Op::look, open);
  out.behind = behind;
  out.negated = negated;
  return out;
}

// A group that only binds must not lose its identity, or `(?:a*)*` would read as a double repeat.
Regex bound(Regex inner) {
  Regex out = node(Op::concat);
  out.parts.push_back(std::move(inner));
  return out;
}

std::optional<Regex> Parser::parenthesis(bool may_set_global_flags) {
  const size_t open = in_.at() - 1;
  if (in_.take(U'?')) return extension(may_set_global_flags);
  if (flags_.explicit_capture) return bound(std::move(body(Op::concat, open).parts[0]));
  return capture({}, open);
}

std::optional<Regex> Parser::extension(bool may_set_global_flags) {
  const size_t open = in_.at() - 2;
  if (in_.take("P<")) return capture(identifier(U'>'), open);
  if (in_.take("P=")) {
    const size_t at = in_.at();
    return reference_to(in_.take_until(U')', "name"), at);
  }
  if (in_.take(U'#')) {
    if (!in_.take(U')')) in_.take_until(U')', "comment");
    return std::nullopt;
  }
  if (in_.take(U':')) return bound(std::move(body(Op::concat, open).parts[0]));
  if (in_.take(U'>')) return body(Op::atomic, open);
  if (in_.take(U'=')) return look(false, false, open);
  if (in_.take(U'!')) return look(false, true, open);
  if (in_.take("<=")) return look(true, false, open);
  if (in_.take("<!")) return look(true, true, open);
  if (in_.peek() == '<' || in_.peek() == '\'') {
    in_.needs_net();
    const char32_t close = in_.take() == '<' ? U'>' : U'\'';
    return capture(identifier(close), open);
  }
  if (in_.take(U'(')) return condition(open);
  return flag_group(may_set_global_flags);
}

std::u32string Parser::identifier(char32_t close) {
  const size_t at = in_.at();
  std::u32string name = in_.take_until(close, "name");
  for (size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<UChar32>(name[i]);
    if (c != '_' && !(i == 0 ? u_isalpha(c) : u_isalnum(c))) bad_regex("bad group name", at);
  }
  return name;
}

bool set_flag(Flags& flags, char32_t c, bool on) {
  switch (c) {
    case 'i':
      flags.ignore_case = on;
      return true;
    case 's':
      flags.dot_all = on;
      return true;
    case 'm':
      flags.multi_line = on;
      return true;
    case 'x':
      flags.verbose = on;
      return true;
    case 'n':
      flags.explicit_capture = on;
      return true;
    case 'a':
      flags.ascii = true;
      return on;
    case 'u':
      flags.ascii = false;
      return on;
    default:
      return false;
  }
}

// (?flags) holds to the end of the enclosing group; (?flags:…) inside its parentheses.
std::optional<Regex> Parser::flag_group(bool may_set_global_flags) {
  const size_t open = in_.at() - 2;
  Flags flags = flags_;
  bool on = true;
  bool any = false;
  for (;; any = true) {
    if (in_.done()) bad_regex("missing -, : or )", in_.at());
    const char32_t c = in_.take();
    if (c == ')' || c == ':') {
      if (!any) bad_regex("unknown extension", open);
      const Flags outer = std::exchange(flags_, flags);
      if (c == ')') {
        if (!may_set_global_flags || !on) in_.needs_net();
        return std::nullopt;
      }
      Regex inner = body(Op::concat, open);
      flags_ = outer;
      return bound(std::move(inner.parts[0]));
    }
    if (c == '-' && on) {
      on = false;
    } else if (!set_flag(flags, c, on)) {
      bad_regex(any ? "unknown flag" : "unknown extension", open);
    }
    if (c == 'n') in_.needs_net();
  }
}

Regex Parser::condition(size_t open) {
  const size_t at = in_.at();
  const std::u32string name = in_.take_until(U')', "group name");
  Regex reference;
  if (std::all_of(name.begin(), name.end(), [](char32_t c) { return c >= '0' && c <= '9'; })) {
    if (name.size() > 4) bad_regex("invalid group reference", at);
    reference.number = static_cast<uint32_t>(std::stoul(std::string(name.begin(), name.end())));
    if (reference.number == 0) bad_regex("bad group number", at);
  } else {
    reference = reference_to(name, at);
  }
  Regex inner = body(Op::condition, open);
  Regex choice = std::move(inner.parts[0]);
  inner.number = reference.number;
  inner.parts.clear();
  if (choice.op != Op::either) {
    inner.parts.push_back(std::move(choice));
    inner.parts.push_back(node(Op::empty));
  } else if (choice.parts.size() == 2) {
    inner.parts = std::move(choice.parts);
  } else {
    bad_regex("conditional backref with more than two branches", open);
  }
  return inner;
}

Regex Parser::reference_to(const std::u32string& name, size_t at) {
  for (size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].name != name) continue;
    if (groups_[i].open) in_.needs_net();
    Regex out = node(Op::backref);
    // Negative numbers mark positions that resolve() must not renumber.
    out.number = static_cast<uint32_t>(-static_cast<int64_t>(i + 1));
    out.ignore_case = flags_.ignore_case;
    return out;
  }
  bad_regex("unknown group name", at);
}

// \1 to \99, or an octal escape; the first digit comes next.
Regex Parser::numbered(size_t at) {
  if (in_.peek() == '0') {
    in_.take();
    const std::string octal = in_.digits(8, 2);
    return character(octal.empty() ? 0 : static_cast<char32_t>(std::stoul(octal, nullptr, 8)));
  }
  const auto octal_digit = [&](size_t ahead) {
    return in_.peek(ahead) >= '0' && in_.peek(ahead) <= '7';
  };
  if (octal_digit(0) && octal_digit(1) && octal_digit(2)) {
    const auto code = static_cast<char32_t>(std::stoul(in_.digits(8, 3), nullptr, 8));
    if (code > 0377) bad_regex("octal escape value outside of range 0-0o377", at);
    return character(code);
  }
  Regex out = node(Op::backref);
  out.number = static_cast<uint32_t>(std::stoul(in_.digits(10, 2)));
  out.ignore_case = flags_.ignore_case;
  if (out.number > groups_.size() || groups_[out.number - 1].open) in_.needs_net();
  return out;
}

Regex Parser::escape() {
  const size_t at = in_.at() - 1;
  if (in_.done()) bad_regex("bad escape (end of pattern)", at);
  const char32_t c = in_.peek();
  if (c >= '0' && c <= '9') return numbered(at);
  const auto assertion = [&](Op op) {
    in_.take();
    Regex out = node(op);
    out.ascii = flags_.ascii;
    // Python's \B never matches in an empty string; .NET's does.
    out.negated = op == Op::not_word_edge && dialect_ == Dialect::python;
    return out;
  };
  switch (c) {
    case 'b':
      return assertion(Op::word_edge);
    case 'B':
      return assertion(Op::not_word_edge);
    case 'A':
      return assertion(Op::text_start);
    case 'Z':
      return assertion(dialect_ == Dialect::net ? Op::text_end_newline : Op::text_end);
    case 'z':
      in_.needs_net();
      return assertion(Op::text_end);
    case 'G':
      in_.needs_net();
      return assertion(Op::text_start);
    case 'k': {
      in_.needs_net();
      in_.take();
      const char32_t open = in_.done() ? 0 : in_.take();
      if (open != '<' && open != '\'') bad_regex("malformed \\k<…>", at);
      return reference_to(in_.take_until(open == '<' ? U'>' : U'\'', "name"), at);
    }
    default: {
      detail::Escape read = detail::read_escape(in_, flags_.ascii);
      if (const auto* code = std::get_if<char32_t>(&read)) return character(*code);
      return set(std::get<CharSet>(std::move(read)));
    }
  }
}

// .NET numbers the unnamed groups first, then the named ones; the tree counts by position.
uint32_t Parser::position_of(uint32_t number) const {
  if (number > groups_.size()) bad_regex("invalid group reference", in_.at());
  if (dialect_ == Dialect::python) return number;
  for (const bool named : {false, true}) {
    for (size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].name.empty() == named) continue;
      if (--number == 0) return static_cast<uint32_t>(i + 1);
    }
  }
  return number;
}

void Parser::resolve(Regex& regex) const {
  if (regex.op == Op::backref || regex.op == Op::condition) {
    const auto signed_number = static_cast<int32_t>(regex.number);
    regex.number =
        signed_number < 0 ? static_cast<uint32_t>(-signed_number) : position_of(regex.number);
  }
  for (Regex& part : regex.parts) resolve(part);
}

}  // namespace

Regex parse_regex(std::string_view pattern, bool ignore_case) {
  Parser python(pattern, ignore_case, Dialect::python);
  Regex regex = python.parse();
  if (!python.wants_net()) return regex;
  return Parser(pattern, ignore_case, Dialect::net).parse();
}

}  // namespace dossier::search
