#include "engine/readers/languages/proto_links.h"

#include <algorithm>
#include <string>

#include "engine/ascii.h"

namespace dossier::languages {
namespace {

bool in_path(char c) { return is_word_character(c) || c == '.' || c == '/' || c == '-'; }

/// The path with dots for "::" and '\\', as Vocabulary::linked_by wants it.
std::string with_dots(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c != ':' && c != '\\') {
      out += c;
    } else if (!out.ends_with('.')) {
      out += '.';
    }
  }
  return out;
}

/// How far the path that begins at `at` goes: names, dots, slashes, and what else parts names
/// in this language.
size_t path_end(std::string_view text, size_t at, bool has_backslashes) {
  while (at < text.size()) {
    if (text.substr(at, 2) == "::") {
      at += 2;
    } else if (in_path(text[at]) || (text[at] == '\\' && has_backslashes)) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

}  // namespace

std::unordered_set<uint32_t> linked_protos(const proto::Vocabulary& vocabulary,
                                           std::string_view text, const Language& language) {
  std::unordered_set<uint32_t> linked;
  const auto& separators = language.separators;
  const bool has_backslashes =
      std::find(separators.begin(), separators.end(), "\\") != separators.end();
  const auto add = [&](std::string_view path) {
    if (path.size() > vocabulary.longest_link()) return;
    const auto* files = vocabulary.linked_by(path);
    if (files) linked.insert(files->begin(), files->end());
  };
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    at = path_end(text, at, has_backslashes);
    if (at == begin) {
      ++at;
      continue;
    }
    auto path = text.substr(begin, at - begin);
    std::string dotted;
    if (path.size() <= 4 * vocabulary.longest_link() && path.find_first_of(":\\") != path.npos) {
      path = dotted = with_dots(path);
      if (path.starts_with('.')) path.remove_prefix(1);
    }
    add(path);
    add(path.substr(path.rfind('.') + 1));
    // "gen/shop_pb.js" ends in a module, "com.example.shop.Item" begins with a package.
    const auto last = path.substr(path.rfind('/') + 1);
    if (last.size() < path.size()) add(last);
    // A long run (minified code is one) is looked at as far as such a name may reach: to look at
    // each of its beginnings would be quadratic.
    for (auto dot = last.rfind('.', vocabulary.longest_link()); dot != last.npos && dot > 0;
         dot = last.rfind('.', dot - 1)) {
      add(last.substr(0, dot));
    }
  }
  return linked;
}

}  // namespace dossier::languages
