#include "agent/redact/assigned.h"

#include <algorithm>

#include "agent/redact/judge.h"
#include "agent/redact/line.h"

namespace dossier::redaction {
namespace {

constexpr size_t kLongestName = 120;
constexpr int kMostValues = 4;           // of one name
constexpr size_t kLongestJudged = 2000;  // of a value; a longer one is a secret as its beginning is

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool is_name(char c) { return is_word(c) || c == '.' || c == '-'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

bool has_mark(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](char c) {
    return (c >= '0' && c <= '9') ||
           std::string_view("!@#$%^&*+=?~").find(c) != std::string_view::npos;
  });
}

// What stands between a name and its value.
enum class Link { none, equals, colon, compare, element, comma, call, space };

struct Assignment {
  std::string_view name;
  Link link = Link::none;
  bool name_quoted = false;
  bool spaced = false;    // blanks around the link
  bool option = false;    // --name
  bool alone = false;     // the name begins its line, but for "export" and the like
  bool indented = false;  // by blanks
  bool bare = false;      // nothing but blanks stands before the name
  bool login = false;     // the line above says the user
  bool query = false;     // ?name=, &name=, ;name=
  bool defined = false;   // define('NAME', …)
  size_t value = 0;       // where it begins
};

// Reads one assignment, from the end of its name on.
class Reader {
 public:
  Reader(std::string_view text, size_t begin, size_t end) : text_(text), begin_(begin), at_(end) {
    out_.name = text.substr(begin, end - begin);
  }

  // A diff may have the value before a change and the one behind it below one name.
  std::optional<Assignment> again() {
    if (!paired_) return std::nullopt;
    const size_t end = at_ + std::min(kLongestJudged, text_.size() - at_);
    while (at_ < end && newline_size(text_.substr(at_)) == 0) ++at_;
    if (newline_size(text_.substr(at_)) == 0) return std::nullopt;
    skip_lines();
    if (!value_here()) return std::nullopt;
    out_.value = at_;
    return out_;
  }

  Assignment read() {
    look_before();
    look_behind();
    out_.value = at_;
    return out_;
  }

 private:
  char now(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool skip_blanks() {
    const size_t from = at_;
    while (is_blank(now()) && at_ - from < 40) ++at_;
    return at_ > from;
  }
  // A quote, escaped or not.
  bool skip_quote() {
    size_t at = at_;
    while (at < text_.size() && text_[at] == '\\' && at - at_ < 8) ++at;
    if (at >= text_.size() || !is_quote(text_[at])) return false;
    at_ = at + 1;
    return true;
  }

  void look_before() {
    const size_t name_size = out_.name.size();
    while (out_.name.starts_with('-')) {
      out_.option = true;
      out_.name.remove_prefix(1);
    }
    const size_t line = line_begin(text_, begin_);
    // Of "a.yml-4-password" only the last word is the name.
    const size_t own = line + line_prefix(text_.substr(line, begin_ + name_size - line));
    const size_t name = begin_ + (name_size - out_.name.size());
    if (own > name && own < begin_ + name_size) out_.name.remove_prefix(own - name);
    const std::string_view before =
        own > begin_ ? std::string_view() : text_.substr(own, begin_ - own);
    const char last = before.empty() ? '\0' : before.back();
    out_.query = last == '?' || last == '&' || last == ';';
    out_.defined = before.find("define(") != before.npos;
    out_.alone = begins_line(before);
    out_.login = out_.alone && follows_login(line);
  }

  // In a .netrc, whose password is on the line below the user's.
  bool follows_login(size_t line) const {
    size_t end = line;
    while (end > 0 && line - end < 4 && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
    while (end > 1 && line - end < 16 && (text_[end - 1] == 'n' || text_[end - 1] == 'r') &&
           text_[end - 2] == '\\')
      end -= 2;
    while (end > 0 && end < line && text_[end - 1] == '\\') --end;
    if (end == line) return false;
    const size_t begin = line_begin(text_, end);
    std::string_view last = text_.substr(begin, end - begin);
    last.remove_prefix(line_prefix(last));
    last.remove_prefix(std::min(last.find_first_not_of(" \t"), last.size()));
    return last.starts_with("login ") ||
           (last.starts_with("machine ") && last.find(" login ") != last.npos);
  }

  // Nothing stands before the name, but for what configurations have there.
  bool begins_line(std::string_view before) {
    // One blank is that of a diff.
    out_.indented = !before.empty() && is_blank(before.front()) && before != " ";
    out_.bare = before.find_first_not_of(" \t") == before.npos;
    constexpr std::string_view kSigns = " \t-+#;*";
    before.remove_prefix(std::min(before.find_first_not_of(kSigns), before.size()));
    for (const std::string_view word :
         {"export ", "set ", "SET ", "setx ", "ENV ", "ARG ", "env ", "declare ", "default "})
      if (before.starts_with(word)) {
        before.remove_prefix(word.size());
        out_.indented = false;
      }
    return before.empty() || before == "\"" || before == "'";
  }

  void look_behind() {
    // The name is itself a value.
    const bool inner = begin_ > 0 && (is_quote(text_[begin_ - 1]) || text_[begin_ - 1] == '>' ||
                                      (begin_ > 1 && text_[begin_ - 2] == ':'));
    if (skip_quote()) out_.name_quoted = true;
    if (inner && now() != '=' && now() != ':' && skip_to_value()) return;
    if (element()) return;
    while (now() == ']' || (out_.name_quoted && now() == ')')) ++at_;
    if (now() == '[' && (now(1) == ']' || (now(1) >= '0' && now(1) <= '9')))
      at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
    if (now() == '?' && now(1) == ':') ++at_;
    const bool blanks = skip_blanks();
    out_.link = link(blanks);
    out_.spaced = blanks;
    if (out_.link == Link::none) return;
    if (skip_blanks()) out_.spaced = out_.spaced || out_.link == Link::equals;
    if (out_.link == Link::colon) skip_type();
    skip_prefix();
  }

  Link link(bool blanks) {
    const char c = now(), next = now(1);
    if (c == '=' && next == '>') return at_ += 2, Link::equals;
    if (c == '=' && next != '=' && next != '~') return ++at_, Link::equals;
    if (c == ':' && next == '=') return at_ += 2, Link::equals;
    if (c == ':' && next != ':') return ++at_, Link::colon;
    if ((c == '=' || c == '!') && next == '=') return at_ += now(2) == '=' ? 3 : 2, Link::compare;
    if (c == ',') return ++at_, Link::comma;
    if (c == '(' && !out_.name_quoted) return ++at_, Link::call;
    return blanks ? Link::space : Link::none;
  }

  // <password>…</password>, <Pass encoding="base64">…</Pass>
  bool element() {
    if (begin_ == 0 || text_[begin_ - 1] != '<') return false;
    size_t at = at_;
    while (at < text_.size() && at - at_ < 200 && text_[at] != '>' && text_[at] != '\n' &&
           text_[at] != '<')
      ++at;
    if (at >= text_.size() || text_[at] != '>' || text_[at - 1] == '/') return false;
    at_ = at + 1;
    out_.link = Link::element;
    return true;
  }

  // key="password" value="…", {"name": "password", "value": "…"}, <name>password</name>
  // <value>…</value>, and YAML's name: and value: on two lines.
  bool skip_to_value() {
    const size_t from = at_;
    if (now() == '<' && now(1) == '/') {
      at_ = std::min(text_.find('>', at_), text_.size() - 1) + 1;
      if (at_ - from > 40) return at_ = from, false;
    }
    if (now() == ',') ++at_;
    skip_lines();
    if (now() == '<' && text_[from] == '<') {
      ++at_;
      if (text_.substr(at_).starts_with("value>")) {
        at_ += 6;
        out_.link = Link::element;
        return true;
      }
    }
    if (value_here()) return true;
    at_ = from;
    return false;
  }

  // Blanks and newlines, and what tools put before a line.
  void skip_lines() {
    for (size_t skipped = 0; skipped <= 80; ++skipped) {
      const size_t newline = newline_size(text_.substr(at_));
      if (newline > 0) {
        at_ += newline;
        const std::string_view line = text_.substr(at_, kLongestBefore);
        at_ += line_prefix(line.substr(0, line.find('\n')));
      } else if (is_blank(now())) {
        ++at_;
      } else {
        return;
      }
    }
  }

  bool value_here() {
    const size_t from = at_;
    skip_quote();
    for (const std::string_view word : {"value", "defaultValue", "default"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      skip_quote();
      skip_blanks();
      if (now() != '=' && now() != ':') break;
      ++at_;
      skip_blanks();
      out_.link = Link::equals;
      out_.alone = true;
      out_.indented = false;
      skip_prefix();
      paired_ = true;
      return true;
    }
    at_ = from;
    return false;
  }

  // `password: &'static str = "…"`: the type between.
  void skip_type() {
    size_t at = at_;
    bool blank = false;
    for (; at < text_.size() && at - at_ < 60; ++at) {
      const char c = text_[at];
      if (c == '=' && blank) break;
      blank = is_blank(c);
      if (!is_word(c) && !blank && std::string_view("<>.&?|[]':").find(c) == std::string_view::npos)
        return;
    }
    if (at >= text_.size() || text_[at] != '=' || at - at_ >= 60) return;
    if (at + 1 < text_.size() && (text_[at + 1] == '=' || text_[at + 1] == '>')) return;
    at_ = at + 1;
    skip_blanks();
    out_.link = Link::equals;
    out_.spaced = true;
  }

  // What stands in front of a string: f"…", @"…", ("…".
  void skip_prefix() {
    if (out_.link == Link::equals && now() == '(' && is_quote(now(1))) ++at_;
    size_t letters = 0;
    while (letters < 2 &&
           std::string_view("fFbBuUrRLl@$").find(now(letters)) != std::string_view::npos &&
           now(letters) != '\0')
      ++letters;
    if (letters > 0 && is_quote(now(letters))) at_ += letters;
  }

  std::string_view text_;
  size_t begin_;
  size_t at_;
  bool paired_ = false;  // the value has a name of its own
  Assignment out_;
};

// The text between the quotes that open at `at`; nothing where they do not close on their line.
std::optional<Found> quoted(std::string_view text, size_t at) {
  size_t escapes = 0;
  while (at < text.size() && text[at] == '\\' && escapes < 8) ++at, ++escapes;
  if (at >= text.size() || !is_quote(text[at])) return std::nullopt;
  const char quote = text[at];
  const size_t begin = ++at;
  size_t before = 0;  // backslashes
  for (; at < text.size() && text[at] != '\n' && at - begin < kLongestJudged * 8; ++at) {
    if (text[at] == '\\') {
      ++before;
      continue;
    }
    // As many escapes close as opened; fewer end the string around.
    if (text[at] == quote && (escapes == 0 ? before % 2 == 0 : before <= escapes))
      return Found{begin, at - std::min(before, escapes)};
    before = 0;
  }
  return std::nullopt;
}

bool ends_bare(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || is_quote(c) || c == '<' || c == '>';
}

// Behind a semicolon: nothing that belongs to a value, or another name=.
bool ends_statement(std::string_view rest) {
  if (rest.empty() || ends_bare(rest.front())) return true;
  size_t at = 0;
  while (at < rest.size() && at < 40 && is_word(rest[at])) ++at;
  return at > 0 && at < rest.size() && rest[at] == '=';
}

Found bare(std::string_view text, size_t at, bool line) {
  const size_t begin = at;
  for (; at < text.size() && !ends_bare(text[at]); ++at) {
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\\' &&
        (std::string_view("nrt\\").find(next) != std::string_view::npos || is_quote(next)))
      break;
    if (!line && std::string_view(",;)]}&").find(c) != std::string_view::npos) break;
    if (line && c == ';' && ends_statement(text.substr(at + 1))) break;
    if (line && (c == ',' || c == '}' || c == ')') && (next == '\0' || ends_bare(next))) break;
  }
  return {begin, at};
}

// What XML holds up to the element's end.
std::optional<Found> content(std::string_view text, size_t at) {
  const size_t end = text.substr(0, std::min(text.size(), at + kLongestJudged)).find('<', at);
  if (end == text.npos || !text.substr(end).starts_with("</")) return std::nullopt;
  while (at < end && (is_blank(text[at]) || text[at] == '\n' || text[at] == '\r')) ++at;
  size_t last = end;
  while (last > at &&
         (is_blank(text[last - 1]) || text[last - 1] == '\n' || text[last - 1] == '\r'))
    --last;
  return Found{at, last};
}

// As variables of the environment are called.
bool is_capital(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// NAME=value and password=value, as configurations have it and code mostly has not.
bool is_configured(const Assignment& given) {
  return given.link == Link::equals && !given.spaced &&
         ((given.alone && !given.indented) || is_capital(given.name));
}

// A token that does not look random, but that nothing else would be given in this place.
bool is_plain_token(const Assignment& given, std::string_view value) {
  return is_configured(given) && given.alone && is_capital(given.name) && value.size() >= 8 &&
         !is_capital(value) && (has_mark(value) || value.find_first_of("_-./:, ") == value.npos) &&
         value.find_first_of("/. ") == value.npos;
}

bool accepts_quoted(const Assignment& given, Holds holds, std::string_view value) {
  if (given.alone && given.link == Link::space && value == "password") return true;
  if (is_placeholder(value, given.name)) return false;
  if (holds == Holds::token) return looks_random(value) || is_plain_token(given, value);
  if (is_prose(value)) return false;
  const bool weak = given.link == Link::comma || given.link == Link::call ||
                    given.link == Link::space || given.link == Link::compare;
  if (weak && !given.defined)
    return value.size() >= 6 && has_mark(value) && value.find(' ') == value.npos;
  if (!names_secret(value) || is_configured(given)) return true;
  // `"userPassword": "mongopass"`, but no name of a field or label.
  return given.name_quoted && given.link == Link::colon &&
         value.find_first_of("_-.:/ ") == value.npos;
}

// `password: Correcthorse` as the whole of a line that is not indented, where types mostly are.
bool is_capitalised(const Assignment& given, std::string_view value, char next) {
  return given.bare && !given.indented && value.size() >= 8 &&
         std::string_view("\r\n\0", 3).find(next) != std::string_view::npos &&
         std::all_of(given.name.begin(), given.name.end(), is_lower) &&
         std::all_of(value.begin() + 1, value.end(), is_lower);
}

bool accepts_bare(const Assignment& given, Holds holds, std::string_view value, char next) {
  if (is_placeholder(value, given.name)) return false;
  const bool configured = is_configured(given) || (given.option && given.link == Link::equals);
  if (holds == Holds::token)
    return looks_random(value) &&
           (!is_code(value) || configured || (given.alone && next != ',' && next != ';'));
  if (given.link == Link::comma || given.link == Link::call || given.link == Link::compare)
    return false;
  if (given.link == Link::space && given.login) return true;
  if (given.link == Link::space && (!given.option || value.front() == '-')) return false;
  const bool dotted = is_code(value) && value.find_first_of(".(&$?") != value.npos;
  if (configured || (given.query && given.link == Link::equals && !given.spaced))
    return !dotted && value.find('(') == value.npos &&
           (given.query || next != ';' || !is_code(value));
  if (given.alone && given.link == Link::colon && !given.name_quoted && next != ',' &&
      next != ';') {
    const bool type = value.front() >= 'A' && value.front() <= 'Z' && !has_mark(value) &&
                      !looks_random(value) && !is_capitalised(given, value, next);
    return !dotted && !type && !names_secret(value) && value.find('(') == value.npos;
  }
  return has_mark(value) && !is_code(value);
}

// `passphrase: correct horse battery staple`: the words behind the first belong to it.
Found with_phrase(std::string_view text, const Assignment& given, Found first) {
  if (!given.bare || given.link != Link::colon || given.name_quoted) return first;
  size_t end = first.end, words = 1;
  while (end + 1 < text.size() && text[end] == ' ' && is_lower(text[end + 1]) &&
         end - first.begin < kLongestJudged) {
    ++words;
    for (++end; end < text.size() && is_lower(text[end]);) ++end;
  }
  if (words < 3 || (end < text.size() && newline_size(text.substr(end)) == 0)) return first;
  return is_prose(text.substr(first.begin, end - first.begin)) ? first : Found{first.begin, end};
}

std::optional<Found> secret_in(std::string_view text, const Assignment& given, Holds holds) {
  if (given.link == Link::none || given.value >= text.size()) return std::nullopt;
  const auto judged = [&](const Found& found) {
    return text.substr(found.begin, std::min(found.end - found.begin, kLongestJudged));
  };
  if (given.link == Link::element) {
    const auto found = content(text, given.value);
    if (!found || judged(*found).find(' ') != std::string_view::npos) return std::nullopt;
    return accepts_quoted(given, holds, judged(*found)) ? found : std::nullopt;
  }
  if (const auto found = quoted(text, given.value))
    return accepts_quoted(given, holds, judged(*found)) ? found : std::nullopt;
  if (text[given.value] == '\\') return std::nullopt;
  if (is_quote(text[given.value])) {  // closed on another line
    const size_t end = std::min(text.find('\n', given.value), text.size());
    const Found rest{given.value + 1, end};
    return holds == Holds::token && judged(rest).size() >= 20 && looks_random(judged(rest)) &&
                   !is_placeholder(judged(rest), given.name)
               ? std::optional(rest)
               : std::nullopt;
  }
  const bool line = given.alone && !given.name_quoted && !given.indented;
  const Found found = bare(text, given.value, line);
  if (found.end == found.begin) return std::nullopt;
  const char next = found.end < text.size() ? text[found.end] : '\0';
  if (!accepts_bare(given, holds, judged(found), next)) return std::nullopt;
  return holds == Holds::password ? with_phrase(text, given, found) : found;
}

}  // namespace

const Places& secret_name_places() {
  static const Places kPlaces = [] {
    Places out;
    for (const std::string_view word : {"pass", "pwd", "psw", "secret", "token", "key", "auth",
                                        "cred", "salt", "pw:", "pw=", "pw ", "pw\"", "pw'"})
      out.add(word, 0);
    return out;
  }();
  return kPlaces;
}

std::optional<Found> next_assigned(std::string_view text, size_t at) {
  std::vector<uint32_t> owners;
  for (size_t from = at; (from = secret_name_places().next(text, from, owners)) != text.npos;) {
    size_t begin = from, end = from;
    while (begin > at && from - begin < kLongestName && is_name(text[begin - 1])) --begin;
    while (end < text.size() && is_name(text[end])) ++end;
    from = end;
    // `\nPASSWORD` in a string of JSON: the escape is no part of the name.
    if (begin > 0 && text[begin - 1] == '\\') ++begin;
    if (end - begin > kLongestName) continue;
    Reader reader(text, begin, end);
    std::optional<Assignment> given = reader.read();
    const Holds holds = held_by(given->name, given->link == Link::call);
    if (holds == Holds::nothing) continue;
    for (int values = 0; given && values < kMostValues; given = reader.again(), ++values) {
      const auto found = secret_in(text, *given, holds);
      if (found && found->begin >= at &&
          text.substr(found->begin, found->end - found->begin).find("[redacted:") == text.npos)
        return found;
    }
  }
  return std::nullopt;
}

bool is_secret_field(std::string_view key, std::string_view value) {
  const Holds holds = held_by(key);
  if (holds == Holds::nothing || value.find("[redacted:") != value.npos) return false;
  Assignment given;
  given.name = key;
  given.link = Link::colon;
  given.name_quoted = true;
  return accepts_quoted(given, holds, value.substr(0, kLongestJudged));
}

}  // namespace dossier::redaction
