#include <unicode/uchar.h>

#include <algorithm>
#include <utility>

#include "engine/search/pattern_parser.h"

namespace dossier::search::detail {

using Op = Regex::Op;

namespace {

// A group that only binds must not lose its identity, or `(?:a*)*` would read as a double repeat.
Regex bound(Regex inner) {
  Regex out = node(Op::concat);
  out.parts.push_back(std::move(inner));
  return out;
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

}  // namespace

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
      Escape read = read_escape(in_, flags_.ascii);
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

}  // namespace dossier::search::detail
