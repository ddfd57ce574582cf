#include "engine/search/grep_pattern.h"

#include <utility>

#include "engine/ascii.h"
#include "engine/error.h"

namespace dossier::search {
namespace {

constexpr struct {
  std::string_view name, ranges;
} kClasses[] = {
    {"alnum", "0-9A-Za-z"},
    {"alpha", "A-Za-z"},
    {"ascii", "\\x00-\\x7f"},
    {"blank", "\\t "},
    {"cntrl", "\\x00-\\x1f\\x7f"},
    {"digit", "0-9"},
    {"graph", "!-~"},
    {"lower", "a-z"},
    {"print", " -~"},
    {"punct", "!-/:-@\\[-`{-~"},
    {"space", "\\t-\\r "},
    {"upper", "A-Z"},
    {"word", "0-9A-Za-z_"},
    {"xdigit", "0-9A-Fa-f"},
};

std::string_view ranges_of(std::string_view name) {
  for (const auto& one : kClasses)
    if (one.name == name) return one.ranges;
  throw Error(ErrorCode::invalid, "invalid regex: no class [:" + std::string(name) + ":]");
}

// What is no part of a word, and has no meaning in an expression.
bool is_mark(char c) {
  return std::string_view("-=<>!&,;:/%#@~'\"` ").find(c) != std::string_view::npos;
}

// \< or \> at a place; `behind` says whether a plain letter stands before it.
std::string_view edge_of_word(std::string_view pattern, size_t at, bool behind) {
  const bool begins = pattern[at + 1] == '<';
  const auto after = pattern.substr(at + 2);
  const bool is_before_mark =
      !after.empty() && (is_mark(after[0]) || after.starts_with("\\<") || after.starts_with("\\>"));
  const bool is_behind_mark =
      at > 0 && is_mark(pattern[at - 1]) && (at < 2 || pattern[at - 2] != '\\');
  const bool goes_on = begins ? behind || is_before_mark
                              : is_behind_mark || (!after.empty() && is_word_character(after[0]));
  if (goes_on)
    throw Error(ErrorCode::invalid,
                begins ? "invalid regex: \\< is where a word begins, which is never here; the "
                         "character needs no backslash"
                       : "invalid regex: \\> is where a word ends, which is never here; the "
                         "character needs no backslash");
  return begins ? "\\b(?=\\w)" : "\\b(?<=\\w)";
}

// [a-z&&[^x]] and [a-z--[x]], which Java and Rust know.
void check_no_operation(std::string_view pattern, size_t at) {
  if (pattern.substr(at, 3) != "&&[" && pattern.substr(at, 3) != "--[") return;
  throw Error(ErrorCode::invalid, "invalid regex: a set is no operation of sets ('" +
                                      std::string(pattern.substr(at, 2)) +
                                      "'); a look ahead is: (?![aeiou])[a-z] for [a-z&&[^aeiou]]");
}

}  // namespace

std::string pattern_of_grep(std::string_view pattern) {
  std::string out;
  bool in_set = false, behind = false;
  size_t opened = 0;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    const bool was_behind = std::exchange(behind, !in_set && is_word_character(c));
    if (c == '\\' && at + 1 < pattern.size()) {
      const char next = pattern[at + 1];
      if (!in_set && (next == '<' || next == '>'))
        out += edge_of_word(pattern, at, was_behind);
      else
        out += {c, next};
      ++at;
      continue;
    }
    const size_t close =
        in_set && pattern.substr(at, 2) == "[:" ? pattern.find(":]", at + 2) : pattern.npos;
    const std::string_view name =
        close == pattern.npos ? std::string_view() : pattern.substr(at + 2, close - at - 2);
    if (!name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == name.npos) {
      out += ranges_of(name);
      at = close + 1;
      continue;
    }
    if (in_set) check_no_operation(pattern, at);
    if (!in_set && c == '[') {
      in_set = true;
      opened = at + (pattern.substr(at + 1, 1) == "^" ? 2 : 1);  // a "]" here is one of the set
    } else if (in_set && c == ']' && at != opened) {
      in_set = false;
    }
    out += c;
  }
  return out;
}

}  // namespace dossier::search
