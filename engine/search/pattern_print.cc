#include <algorithm>
#include <cstdio>

#include "engine/search/pattern.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

using Op = Regex::Op;

bool alphanumeric(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
bool surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }

bool is_not_word(const CharSet::Part& part) {
  return part.kind == CharSet::Class::word && part.negated;
}

// \W, or [^\W].
bool is_no_word(const CharSet& set) {
  return set.ranges.empty() && set.parts.size() == 1 && is_not_word(set.parts[0]);
}

// Whom a pattern is printed for.
enum class Engine { pcre2, re2 };

class Printer {
 public:
  Printer(const Regex& regex, Engine engine, bool multi_line)
      : engine_(engine), multi_line_(multi_line) {
    ignore_case_ = any_of(regex, [](const Regex& r) { return r.ignore_case; });
    captures_ =
        any_of(regex, [](const Regex& r) { return r.op == Op::backref || r.op == Op::condition; });
    if (ignore_case_) out_ = "(?i)";
    print(regex);
  }
  std::string take() { return std::move(out_); }

 private:
  void print(const Regex& regex);
  void with_case(const Regex& regex);
  void print_parts(const Regex& regex);
  void print_repeat(const Regex& regex);
  void print_word_edge(const Regex& regex);
  void print_set(const CharSet& set);
  void character(char32_t c);
  void range(char32_t low, char32_t high);
  void wrapped(const char* open, const Regex& inner) {
    out_ += open;
    print(inner);
    out_ += ')';
  }

  std::string out_;
  Engine engine_;
  bool multi_line_;
  bool ignore_case_ = false;
  bool captures_ = false;
};

void Printer::character(char32_t c) {
  if (surrogate(c)) {
    out_ += "(?!)";  // stored text is UTF-8: it never holds one
  } else if (c < 0x20 || c == 0x7F) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "\\x%02X", static_cast<unsigned>(c));
    out_ += hex;
  } else {
    if (c < 0x80 && !alphanumeric(c) && c != '_') out_ += '\\';
    append_utf8(out_, c);
  }
}

void Printer::range(char32_t low, char32_t high) {
  if (surrogate(low)) low = 0xE000;
  if (surrogate(high)) high = 0xD7FF;
  if (low > high) return;
  character(low);
  if (low == high) return;
  out_ += '-';
  character(high);
}

void Printer::print_set(const CharSet& set) {
  const bool is_re2 = engine_ == Engine::re2;
  // Where \W is all of a set, the set itself can be negated.
  if (is_re2 && is_no_word(set)) {
    out_ += set.negated ? "[\\p{L}\\p{N}_]" : "[^\\p{L}\\p{N}_]";
    return;
  }
  const size_t open = out_.size();
  out_ += set.negated ? "[^" : "[";
  const size_t start = out_.size();
  for (const auto& [low, high] : set.ranges) range(low, high);
  for (const CharSet::Part& part : set.parts) {
    switch (part.kind) {
      case CharSet::Class::digit:
        out_ += part.negated ? "\\P{Nd}" : "\\p{Nd}";
        break;
      case CharSet::Class::word:
        out_ += part.negated ? "\\W" : is_re2 ? "\\p{L}\\p{N}_" : "\\w";
        break;
      case CharSet::Class::property:
        out_ += (part.negated ? "\\P{" : "\\p{") + part.property + "}";
        break;
    }
  }
  if (out_.size() == start) {  // surrogates only
    out_.replace(open, std::string::npos, set.negated ? "(?s:.)" : "(?!)");
    return;
  }
  out_ += ']';
}

void Printer::with_case(const Regex& regex) {
  const bool wrap = ignore_case_ && !regex.ignore_case;
  if (wrap) out_ += "(?-i:";
  if (regex.op == Op::set) {
    print_set(regex.set);
  } else if (regex.op == Op::backref) {
    out_ += "\\g{" + std::to_string(regex.number) + "}";
  } else {
    for (const char32_t c : regex.chars) character(c);
  }
  if (wrap) out_ += ')';
}

void Printer::print_word_edge(const Regex& regex) {
  const bool edge = regex.op == Op::word_edge;
  if (regex.ascii && engine_ == Engine::pcre2) {
    const std::string word = "(?-i:[0-9A-Za-z_])";
    const std::string in = "(?<=" + word + ")";
    const std::string not_in = "(?<!" + word + ")";
    const std::string to = "(?=" + word + ")";
    const std::string not_to = "(?!" + word + ")";
    out_ += edge ? "(?:" + in + not_to + "|" + not_in + to + ")"
                 : "(?:" + in + to + "|" + not_in + not_to + ")";
  } else {
    out_ += edge ? "\\b" : "\\B";
  }
  if (regex.negated && !multi_line_) out_ += "(?!\\A\\z)";
}

void Printer::print_repeat(const Regex& regex) {
  const Regex& inner = regex.parts[0];
  const bool one = (inner.op == Op::text && inner.chars.size() == 1) || inner.op == Op::set ||
                   inner.op == Op::any || inner.op == Op::group || inner.op == Op::atomic ||
                   inner.op == Op::backref;
  if (one) {
    print(inner);
  } else {
    wrapped("(?:", inner);
  }
  out_ += '{' + std::to_string(regex.min);
  if (regex.max != regex.min) out_ += ',';
  if (regex.max != regex.min && regex.max != Regex::kUnbounded) out_ += std::to_string(regex.max);
  out_ += '}';
  if (regex.mode == Regex::Mode::lazy) out_ += '?';
  if (regex.mode == Regex::Mode::possessive) out_ += '+';
}

void Printer::print_parts(const Regex& regex) {
  const bool either = regex.op == Op::either;
  for (size_t i = 0; i < regex.parts.size(); ++i) {
    if (either && i > 0) out_ += '|';
    if (!either && regex.parts[i].op == Op::either) {
      wrapped("(?:", regex.parts[i]);
    } else {
      print(regex.parts[i]);
    }
  }
}

void Printer::print(const Regex& regex) {
  switch (regex.op) {
    case Op::empty:
      break;
    case Op::text:
    case Op::set:
    case Op::backref:
      return with_case(regex);
    case Op::any:
      out_ += regex.dot_all ? "(?s:.)" : ".";
      break;
    case Op::concat:
    case Op::either:
      return print_parts(regex);
    case Op::repeat:
      return print_repeat(regex);
    case Op::group:
      return wrapped(captures_ ? "(" : "(?:", regex.parts[0]);
    case Op::atomic:
      return wrapped("(?>", regex.parts[0]);
    case Op::look:
      return wrapped(regex.behind    ? regex.negated ? "(?<!" : "(?<="
                     : regex.negated ? "(?!"
                                     : "(?=",
                     regex.parts[0]);
    case Op::condition: {
      out_ += "(?(" + std::to_string(regex.number) + ")";
      wrapped("(?:", regex.parts[0]);
      out_ += '|';
      wrapped("(?:", regex.parts[1]);
      out_ += ')';
      break;
    }
    case Op::line_start:
      out_ += regex.multi_line || multi_line_ ? "(?m:^)" : "^";
      break;
    case Op::line_end:
      out_ += regex.multi_line || multi_line_ ? "(?m:$)" : "$";
      break;
    case Op::text_start:
      out_ += "\\A";
      break;
    case Op::text_end:
      out_ += "\\z";
      break;
    case Op::text_end_newline:
      out_ += "\\Z";
      break;
    case Op::word_edge:
    case Op::not_word_edge:
      return print_word_edge(regex);
  }
}

}  // namespace

bool any_of(const Regex& regex, bool (*is)(const Regex&)) {
  return is(regex) || std::any_of(regex.parts.begin(), regex.parts.end(),
                                  [&](const Regex& part) { return any_of(part, is); });
}

std::string to_pcre2(const Regex& regex, bool multi_line) {
  return Printer(regex, Engine::pcre2, multi_line).take();
}

std::string to_re2(const Regex& regex) { return Printer(regex, Engine::re2, true).take(); }

bool has_exact_re2(const CharSet& set) {
  return is_no_word(set) || std::none_of(set.parts.begin(), set.parts.end(), is_not_word);
}

bool finds_in_blocks(const Regex& regex) {
  return !any_of(regex, [](const Regex& r) {
    return r.op == Op::look || r.op == Op::backref || r.op == Op::condition || r.op == Op::atomic ||
           r.op == Op::text_start || r.op == Op::text_end || r.op == Op::text_end_newline ||
           r.dot_all || (r.op == Op::repeat && r.mode == Regex::Mode::possessive);
  });
}

}  // namespace dossier::search
