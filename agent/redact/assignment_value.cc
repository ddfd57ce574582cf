// Finds values that do not directly follow their name and its link.
#include <algorithm>

#include "agent/redact/assignment.h"
#include "agent/redact/chars.h"
#include "agent/redact/line.h"
#include "agent/redact/value.h"

namespace dossier::redaction {

bool AssignmentReader::next_value() {
  if (!paired_) return false;
  at_ = line_end(text_, at_);
  if (newline_size(rest()) == 0) return false;
  skip_lines();
  return value_here();
}

// ["a", "b"], or lines of "- a".
bool AssignmentReader::next_item() {
  const auto value = quoted(text_, at_);
  if (value) {
    at_ = value->end;
    skip_quote();
    if (now() == ',') {
      ++at_;
      skip_lines();
      return is_quote(now()) || now() == '\\';
    }
  }
  if (!below_) return false;
  const auto next = next_line(text_, line_end(text_, at_));
  if (!next || !next->item || next->indent < indent_) return false;
  at_ = next->content;
  return true;
}

// <password>…</password>, <Pass encoding="base64">…</Pass>
bool AssignmentReader::element() {
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
bool AssignmentReader::skip_to_value() {
  const size_t from = at_;
  if (now() == '<' && now(1) == '/' && !skip_bracket('>')) return false;
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

// On the next line, more indented than the name: a value, a block of lines, or the first of a list.
bool AssignmentReader::value_below() {
  if (!out_.alone) return false;
  size_t at = at_;
  const bool block = has_any("|>", now()) && now() != '\0';
  if (block)
    for (++at; at < text_.size() && (has_any("+-", text_[at]) || is_digit(text_[at]));) ++at;
  while (at < text_.size() && is_blank(text_[at])) ++at;
  const auto next = next_line(text_, at);
  if (!next || next->indent + next->item <= indent_ || (next->item && (block || !is_plural())))
    return false;
  const std::string_view line =
      text_.substr(next->content, line_end(text_, next->content) - next->content);
  if (line.empty()) return false;
  if (!block && !is_quote(line.front()) &&
      (line.find(' ') != line.npos || line.ends_with(':') || has_any("#|{[-", line.front())))
    return false;
  if (!block && line.find("\": ") != line.npos) return false;
  at_ = next->content;
  below_ = true;
  out_.list = next->item;
  if (block) out_.block = next->indent;
  return true;
}

bool AssignmentReader::is_plural() const {
  return has_any("sS", out_.name.empty() ? ' ' : out_.name.back());
}

// Over newlines to one of these, else nowhere.
void AssignmentReader::skip_to(std::string_view wanted) {
  const size_t from = at_;
  skip_blanks();
  if (newline_size(rest()) > 0) skip_lines();
  if (now() == '\0' || !has_any(wanted, now())) at_ = from;
}

// Blanks and newlines, and what tools put before a line.
void AssignmentReader::skip_lines() {
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

bool AssignmentReader::value_here() {
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
void AssignmentReader::skip_type() {
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

// The prefix of a string: f"…", @"…", ("…".
void AssignmentReader::skip_prefix() {
  if (out_.link == Link::equals && now() == '(' && is_quote(now(1))) ++at_;
  size_t letters = 0;
  while (letters < 2 &&
         std::string_view("fFbBuUrRLl@$").find(now(letters)) != std::string_view::npos &&
         now(letters) != '\0')
    ++letters;
  if (letters > 0 && is_quote(now(letters))) at_ += letters;
}

}  // namespace dossier::redaction
