#include "agent/redact/assignment.h"

#include <algorithm>

#include "agent/redact/chars.h"
#include "agent/redact/judge.h"
#include "agent/redact/line.h"
#include "agent/redact/value.h"

namespace dossier::redaction {
namespace {

// `docker login --username bob `; in "-p, --password" the one is but the other's short form.
bool ends_in_option(std::string_view before) {
  const size_t at = before.rfind(" -");
  if (at == before.npos) return false;
  const std::string_view option = before.substr(at + 1);
  const size_t end = std::min(option.find(' '), option.size());
  return option.size() > 1 && !is_blank(option[1]) && (end == 0 || option[end - 1] != ',');
}

// `host=x user=bob `, `-e "`: of a connection string, or of an option's value.
bool follows_pair(std::string_view before) {
  const bool opens = !before.empty() && is_quote(before.back());
  if (opens) before.remove_suffix(1);
  if (!before.ends_with(' ')) return false;
  before.remove_suffix(1);
  before.remove_prefix(before.find_last_of(" \"'(") + 1);
  if (opens) return before.size() > 1 && before.front() == '-' && !is_digit(before.back());
  const size_t equals = before.find('=');
  return equals != before.npos && equals > 0 && equals + 1 < before.size() &&
         !has_any(",;=>{", before.back()) && is_word(before[equals - 1]);
}

// Words for people, and nothing else: "Use the database ".
bool is_sentence(std::string_view before) {
  bool told = false;
  for (size_t at = 0, end = 0; at < before.size(); at = end + 1) {
    end = std::min(before.find(' ', at), before.size());
    const std::string_view word = before.substr(at, end - at);
    if (!std::all_of(word.begin(), word.end(), [](char c) { return is_letter(c) || c == ','; }))
      return false;
    told = told || is_function_word(word);
  }
  return told && before.ends_with(' ');
}

}  // namespace

AssignmentReader::AssignmentReader(std::string_view text, size_t begin, size_t end)
    : text_(text), begin_(begin), at_(end) {
  out_.name = text.substr(begin, end - begin);
}

Assignment AssignmentReader::first() {
  look_before();
  look_behind();
  out_.value = at_;
  return out_;
}

std::optional<Assignment> AssignmentReader::again() {
  if (out_.list ? !next_item() : !next_value()) return std::nullopt;
  out_.value = at_;
  return out_;
}

bool AssignmentReader::skip_blanks() {
  const size_t from = at_;
  while (is_blank(now()) && at_ - from < 40) ++at_;
  return at_ > from;
}

// To behind the bracket that closes what opens here, if it is not far.
bool AssignmentReader::skip_bracket(char end) {
  constexpr size_t kLongest = 40;
  const size_t found = text_.substr(std::min(at_, text_.size()), kLongest).find(end);
  if (found != text_.npos) at_ += found + 1;
  return found != text_.npos;
}

// A quote, escaped or not.
bool AssignmentReader::skip_quote() {
  size_t at = at_;
  while (at < text_.size() && text_[at] == '\\' && at - at_ < 8) ++at;
  if (at >= text_.size() || !is_quote(text_[at])) return false;
  at_ = at + 1;
  return true;
}

void AssignmentReader::look_before() {
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
  out_.query = (has_any("?&;=", last) && last != '\0') || follows_pair(before);
  out_.setting = is_argument(before);
  out_.told = is_sentence(before);
  out_.alone = begins_line(before);
  out_.login = out_.alone && follows_login(line);
  if (out_.option) out_.command = ends_in_option(before) || text_.substr(0, line).ends_with("\\\n");
  indent_ = std::min(before.find_first_not_of(" \t"), before.size());
}

// Whether the text before a name is a call's beginning, of one that takes settings.
bool AssignmentReader::is_argument(std::string_view before) {
  while (!before.empty() && (is_quote(before.back()) || before.back() == '\\'))
    before.remove_suffix(1);
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  if (!before.ends_with('(')) return false;
  before.remove_suffix(1);
  return takes_setting(callee_of(before));
}

// In a .netrc, whose password is on the line below the user's.
bool AssignmentReader::follows_login(size_t line) const {
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
bool AssignmentReader::begins_line(std::string_view before) {
  // One blank is that of a diff.
  out_.indented = !before.empty() && is_blank(before.front()) && before != " ";
  out_.bare = before.find_first_not_of(" \t") == before.npos;
  constexpr std::string_view kSigns = " \t-+#;*";
  before.remove_prefix(std::min(before.find_first_not_of(kSigns), before.size()));
  const auto skip = [&](std::string_view word) {
    if (!before.starts_with(word)) return false;
    before.remove_prefix(word.size());
    out_.indented = false;
    return true;
  };
  for (const std::string_view word :
       {"export ", "set ", "SET ", "ARG ", "env ", "declare ", "default "})
    skip(word);
  for (const std::string_view word : {"ENV ", "setx ", "setenv ", "SetEnv ", "fastcgi_param "})
    declared_ = skip(word) || declared_;
  return before.empty() || before == "\"" || before == "'";
}

void AssignmentReader::look_behind() {
  if (expansion()) return;
  // The name is itself a value.
  const bool inner = begin_ > 0 && (is_quote(text_[begin_ - 1]) || text_[begin_ - 1] == '>' ||
                                    (begin_ > 1 && text_[begin_ - 2] == ':'));
  if (skip_quote()) out_.name_quoted = true;
  if (inner && now() != '=' && now() != ':' && skip_to_value()) return;
  if (element()) return;
  if (out_.name_quoted) skip_to(":");
  while (now() == ']' || (out_.name_quoted && now() == ')')) {
    out_.setting = out_.setting && now() != ')';
    ++at_;
  }
  if (now() == '[' && (now(1) == ']' || is_digit(now(1)))) skip_bracket(']');
  if (now() == '?' && now(1) == ':') ++at_;
  const bool blanks = skip_blanks();
  out_.link = link(blanks);
  out_.spaced = blanks;
  if (out_.link == Link::none) return;
  if (skip_blanks()) out_.spaced = out_.spaced || out_.link == Link::equals;
  if (out_.link == Link::space) look_at_command();
  if (out_.link == Link::colon && !value_below()) skip_type();
  if (out_.name_quoted && out_.link == Link::colon) skip_to("\"'\\");
  if (now() == '[' && is_plural()) {
    const size_t from = at_++;
    skip_lines();
    out_.list = is_quote(now()) || now() == '\\';
    if (!out_.list) at_ = from;
  }
  skip_prefix();
  if (out_.link == Link::colon && rest().starts_with("!!")) {  // a type of YAML
    while (!is_blank(now()) && now() != '\0' && newline_size(rest()) == 0) ++at_;
    skip_blanks();
  }
}

Link AssignmentReader::link(bool blanks) {
  const char c = now(), next = now(1);
  if (c == '=' && next == '>') return at_ += 2, Link::equals;
  if (c == '=' && next != '=' && next != '~') return ++at_, Link::equals;
  if (c == ':' && next == '=') return at_ += 2, Link::equals;
  if (c == ':' && next != ':') return ++at_, Link::colon;
  if ((c == '=' || c == '!') && next == '=') return at_ += now(2) == '=' ? 3 : 2, Link::compare;
  if (c == ',') return ++at_, Link::comma;
  if (const size_t size = fallback_size(rest())) return at_ += size, Link::fallback;
  if (c == '(' && !out_.name_quoted) return ++at_, Link::call;
  return blanks ? Link::space : Link::none;
}

// ENV NAME value, and --name value among other options.
void AssignmentReader::look_at_command() {
  if (declared_) {
    out_.link = Link::equals;
    out_.spaced = false;
    out_.query = true;
  }
  if (!out_.option || out_.command) return;
  size_t at = at_;
  while (at < text_.size() && at - at_ < 200 && !is_blank(text_[at]) && text_[at] != '\n') ++at;
  while (at < text_.size() && is_blank(text_[at])) ++at;
  out_.command = at + 1 < text_.size() && text_[at] == '-' &&
                 (is_letter(text_[at + 1]) || text_[at + 1] == '-');
}

// ${NAME:-value}, ${NAME:=value}, and ${name:value}
bool AssignmentReader::expansion() {
  if (begin_ < 2 || text_[begin_ - 1] != '{' || text_[begin_ - 2] != '$' || now() != ':')
    return false;
  if (now(1) == '-' || now(1) == '=')
    at_ += 2;
  else if (is_letter(now(1)))
    at_ += 1;
  else
    return false;
  out_.link = Link::equals;
  out_.query = true;
  return true;
}

}  // namespace dossier::redaction
