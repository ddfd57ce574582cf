#include "engine/parameter_text.h"

#include <algorithm>

#include "engine/ascii.h"
#include "engine/parameters.h"

namespace dossier {
namespace parameters {
namespace {

constexpr size_t kNone = std::string_view::npos;

}  // namespace

bool in_name(char c) {
  return is_word_character(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_word(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

size_t Walk::step(size_t at) {
  const char c = text_[at];
  if (c == '"' || c == '\'') return quoted(at);
  if (c == '<' && is_channel(at)) return 1;
  if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
  const bool is_arrow = c == '>' && at > 0 && (text_[at - 1] == '-' || text_[at - 1] == '=');
  if ((c == ')' || (c == '>' && !is_arrow) || c == ']' || c == '}') && depth > 0) --depth;
  return 1;
}

/// The arrow of Go's `<-chan int` and `chan<- int`.
bool Walk::is_channel(size_t at) const {
  if (text_.substr(at + 1, 1) != "-") return false;
  const auto behind = trimmed(text_.substr(at + 2), " ");
  return behind.starts_with("chan") || trimmed(text_.substr(0, at), " ").ends_with("chan");
}

/// A string; 1 where the quote opens none, such as that of one of Rust's lifetimes.
size_t Walk::quoted(size_t at) const {
  for (size_t end = at + 1; end < text_.size(); ++end) {
    const char c = text_[end];
    if (c == '\\') ++end;
    if (c != text_[at]) continue;
    const auto inside = text_.substr(at + 1, end - at - 1);
    const bool is_lifetime = c == '\'' && end > at + 2 && inside.find_first_of(",<>&") != kNone;
    return is_lifetime ? 1 : end + 1 - at;
  }
  return 1;
}

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t comma = find_outside(list, [&](size_t i) { return list[i] == ','; });
    parts.push_back(trimmed(list.substr(0, comma), " "));
    if (comma == kNone) break;
    list.remove_prefix(comma + 1);
  }
  // Rust and others end a list with a comma.
  if (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  return parts;
}

std::string_view without_default(std::string_view parameter) {
  const size_t at = find_outside(parameter, [&](size_t i) {
    const char next = i + 1 < parameter.size() ? parameter[i + 1] : '\0';
    const char before = i > 0 ? parameter[i - 1] : '\0';
    const bool is_operator = before == '=' || before == '<' || before == '>' || before == '!';
    return parameter[i] == '=' && next != '>' && next != '=' && !is_operator;
  });
  return trimmed(parameter.substr(0, at), " ");
}

std::string_view without_words(std::string_view text,
                               std::initializer_list<std::string_view> words) {
  while (true) {
    const auto end = std::min(text.find(' '), text.size());
    if (end == 0 || !is_word(text.substr(0, end), words)) return text;
    text = trimmed(text.substr(end), " ");
  }
}

std::string_view without_attributes(std::string_view text, std::string_view open) {
  while (text.starts_with(open)) {
    size_t end = open.size();
    if (!open.ends_with('[')) {
      while (end < text.size() && (in_name(text[end]) || text[end] == '.')) ++end;
      if (text.substr(end, 1) != "(") {
        text = trimmed(text.substr(end), " ");
        continue;
      }
    } else {
      --end;
    }
    const size_t close = closing_bracket(text, end);
    if (close == kNone) break;
    text = trimmed(text.substr(close + 1), " ");
  }
  return text;
}

}  // namespace parameters

size_t closing_bracket(std::string_view text, size_t at) {
  parameters::Walk walk(text);
  for (size_t i = at; i < text.size();) {
    const size_t step = walk.step(i);
    if (walk.depth == 0) return i;
    i += step;
  }
  return std::string_view::npos;
}

}  // namespace dossier
