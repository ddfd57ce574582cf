#include "agent/keyword_paths.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "engine/unicode.h"

namespace dossier {
namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      word += c;
    } else if (!word.empty()) {
      out.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

void add_once(std::vector<std::string>& out, std::string path) {
  if (!path.empty() && std::find(out.begin(), out.end(), path) == out.end())
    out.push_back(std::move(path));
}

struct Node {
  std::string keyword, parent;
};

std::string_view last_segment(std::string_view full_name) {
  full_name = full_name.substr(0, full_name.find('('));
  const size_t dot = full_name.rfind('.');
  return dot == full_name.npos ? full_name : full_name.substr(dot + 1);
}

// The word as written in the message, if it is capitalized there.
bool is_capitalised(std::string_view message, const std::string& word) {
  const std::string lowered = lower(message);
  if (lowered.size() != message.size()) return false;
  for (size_t at = lowered.find(word); at != lowered.npos; at = lowered.find(word, at + 1)) {
    const bool begins = at == 0 || std::isalnum(static_cast<unsigned char>(message[at - 1])) == 0;
    if (begins && std::isupper(static_cast<unsigned char>(message[at])) != 0) return true;
  }
  return false;
}

}  // namespace

std::string escaped_pattern(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::vector<std::string> paths_of_tree(const Json& json) {
  std::vector<Node> nodes;
  std::set<std::string> parents, known;
  for (const auto& item : json.each()) {
    const std::string& keyword = item.text("keyword");
    if (keyword.empty()) continue;
    nodes.push_back({keyword, item.text("parent")});
    known.insert(keyword);
    if (!item.text("parent").empty() && item.text("parent") != keyword)
      parents.insert(item.text("parent"));
  }
  std::vector<std::string> out;
  for (const auto& leaf : nodes) {
    if (parents.contains(leaf.keyword)) continue;
    // Up to the root; a circle ends where it closes.
    std::vector<const Node*> chain = {&leaf};
    std::set<std::string> seen = {leaf.keyword};
    while (!chain.back()->parent.empty() && seen.insert(chain.back()->parent).second) {
      const auto above = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) {
        return node.keyword == chain.back()->parent;
      });
      if (above == nodes.end()) break;
      chain.push_back(&*above);
    }
    std::string path;
    std::vector<std::string> before;
    for (auto node = chain.rbegin(); node != chain.rend(); ++node) {
      const auto words = split((*node)->keyword);
      for (const auto& word : words) {
        const bool copy = std::any_of(before.begin(), before.end(), [&](const std::string& other) {
          return lower(other) == lower(word);
        });
        if (!copy) path += (path.empty() ? "" : " ") + word;
      }
      before = words;
    }
    add_once(out, std::move(path));
  }
  return out;
}

std::vector<std::string> paths_of_list(
    const std::vector<std::string>& words, std::string_view message,
    const std::function<bool(const std::string&)>& in_type_name) {
  std::vector<std::string> out;
  const bool flat = std::all_of(words.begin(), words.end(),
                                [](const std::string& word) { return split(word).size() <= 1; });
  if (!flat || words.size() < 2) {
    for (const auto& word : words) add_once(out, word);
    return out;
  }
  auto root = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
    return is_capitalised(message, lower(word));
  });
  if (root == words.end()) root = std::find_if(words.begin(), words.end(), in_type_name);
  if (root == words.end()) root = words.begin();
  add_once(out, *root);
  for (auto word = words.begin(); word != words.end(); ++word)
    if (word != root) add_once(out, *root + " " + *word);
  return out;
}

std::string pattern_of_path(std::string_view path, bool exact) {
  const auto words = split(path);
  if (words.size() == 1)
    return exact ? "(?:^|\\.)" + escaped_pattern(words[0]) + "(?:\\(.*)?$"
                 : escaped_pattern(words[0]);
  std::string out = "^";
  for (const auto& word : words) out += "(?=.*" + escaped_pattern(word) + ")";
  return out;
}

bool path_hits(std::string_view path, std::string_view name, std::string_view full_name,
               bool exact) {
  const auto words = split(path);
  if (words.empty()) return false;
  if (exact && words.size() == 1)
    return equal_ignoring_case(name, words[0]) ||
           equal_ignoring_case(last_segment(full_name), words[0]);
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    const std::string lowered = lower(word);
    return contains_ignoring_case(name, lowered) || contains_ignoring_case(full_name, lowered);
  });
}

}  // namespace dossier
