#include <unicode/uchar.h>

#include <utility>

#include "engine/search/pattern_parser.h"

namespace dossier::search {

namespace detail {

using Op = Regex::Op;

namespace {

constexpr int kDepthLimit = 200;

}  // namespace

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
  if (flags_.ascii && flags_.ignore_case) add_ascii_cases(chars);
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

namespace {

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

}  // namespace

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
        items.push_back(set(read_set(in_, flags_.ascii)));
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

namespace {

bool is_assertion(Op op) {
  return op == Op::line_start || op == Op::line_end || op == Op::text_start || op == Op::text_end ||
         op == Op::text_end_newline || op == Op::word_edge || op == Op::not_word_edge;
}

}  // namespace

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

}  // namespace detail

Regex parse_regex(std::string_view pattern, bool ignore_case) {
  detail::Parser python(pattern, ignore_case, detail::Dialect::python);
  Regex regex = python.parse();
  if (!python.wants_net()) return regex;
  return detail::Parser(pattern, ignore_case, detail::Dialect::net).parse();
}

}  // namespace dossier::search
