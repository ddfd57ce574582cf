#include "engine/search/posix_classes.h"

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

}  // namespace

std::string with_posix_classes(std::string_view pattern) {
  std::string out;
  bool in_set = false;
  size_t opened = 0;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    if (c == '\\' && at + 1 < pattern.size()) {
      out += c;
      out += pattern[++at];
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
