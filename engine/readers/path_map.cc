#include "engine/readers/path_map.h"

#include <algorithm>

#include "engine/error.h"

namespace dossier {
namespace {

bool is_separator(char c) { return c == '/' || c == '\\'; }

// The kind of separator a path uses, or NUL if it shows none.
char separator_of(std::string_view path) {
  const auto at = path.find_first_of("/\\");
  return at == std::string_view::npos ? '\0' : path[at];
}

bool applies(std::string_view path, std::string_view from) {
  if (!path.starts_with(from)) return false;
  return path.size() == from.size() || is_separator(from.back()) || is_separator(path[from.size()]);
}

}  // namespace

std::pair<std::string, std::string> parse_path_map(std::string_view text) {
  const auto at = text.find('=');
  if (at == std::string_view::npos || at == 0)
    throw Error(ErrorCode::invalid, "expected FROM=TO, found '" + std::string(text) + "'",
                "--path-map");
  return {std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
}

std::string rewrite_path(std::string_view path, const PathMap& map) {
  for (const auto& [from, to] : map) {
    if (from.empty() || !applies(path, from)) continue;
    std::string rest(path.substr(from.size()));
    const char ours = separator_of(to);
    if (ours != '\0' && ours != separator_of(from)) {
      std::replace_if(rest.begin(), rest.end(), is_separator, ours);
    }
    if (rest.empty() || to.empty()) return to + rest;
    const bool ends = is_separator(to.back()), begins = is_separator(rest.front());
    if (ends && begins) return to + rest.substr(1);
    if (!ends && !begins) return to + (ours != '\0' ? ours : from.back()) + rest;
    return to + rest;
  }
  return std::string(path);
}

}  // namespace dossier
