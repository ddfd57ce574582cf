#include "engine/readers/languages/import_maps.h"

#include <algorithm>

#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

std::string key_of(const Language& language, std::string_view folder) {
  return std::string(language.family).append(":").append(folder);
}

/// The path of `written` as seen from `folder`; absent if it leaves the tree.
std::optional<std::string> path_in_tree(std::string_view folder, std::string_view written) {
  std::vector<std::string_view> parts;
  for (std::string_view text : {folder, written}) {
    while (!text.empty()) {
      const auto part = text.substr(0, text.find('/'));
      text.remove_prefix(std::min(text.size(), part.size() + 1));
      if (part == "..") {
        if (parts.empty()) return std::nullopt;
        parts.pop_back();
      } else if (part != "." && !part.empty()) {
        parts.push_back(part);
      }
    }
  }
  std::string path;
  for (const auto part : parts) path.append(path.empty() ? "" : "/").append(part);
  return path;
}

}  // namespace

const Language* ImportMaps::language_of(std::string_view path) {
  static const auto with_maps = [] {
    std::vector<const Language*> languages;
    for (const Language* one : all())
      if (one->import_maps) languages.push_back(one);
    return languages;
  }();
  const auto file = path.substr(path.rfind('/') + 1);
  const auto found = std::find_if(with_maps.begin(), with_maps.end(), [&](const Language* one) {
    return is_among(one->import_map_files, file);
  });
  return found == with_maps.end() ? nullptr : *found;
}

void ImportMaps::add(std::string_view path, std::string_view contents) {
  const Language* const language = language_of(path);
  if (!language) return;
  const auto slash = path.rfind('/');
  const auto folder = path.substr(0, slash == path.npos ? 0 : slash);
  std::vector<ImportMap> said = language->import_maps(contents);
  if (said.size() > kMost) said.resize(kMost);
  if (said.empty()) return;
  std::vector<Map>& maps = maps_[key_of(*language, folder)];
  for (const ImportMap& one : said) {
    const auto star = one.written.find('*'), target_star = one.target.find('*');
    Map map;
    map.has_star = star != std::string::npos;
    map.before = one.written.substr(0, star);
    if (map.has_star) map.behind = one.written.substr(star + 1);
    const auto target = path_in_tree(folder, one.target.substr(0, target_star));
    if (!target) continue;
    map.target_before = *target;
    if (target_star != std::string::npos) {
      const bool ends_folder = target_star == 0 || one.target[target_star - 1] == '/';
      if (ends_folder && !target->empty()) map.target_before += "/";
      map.target_behind = one.target.substr(target_star + 1);
    }
    maps.push_back(std::move(map));
  }
  std::stable_sort(maps.begin(), maps.end(),
                   [](const Map& a, const Map& b) { return a.before.size() > b.before.size(); });
}

std::optional<std::string> ImportMaps::relative(std::string_view path, std::string_view written,
                                                const Language& language) const {
  if (maps_.empty() || written.empty() || written.starts_with('.')) return std::nullopt;
  for (auto cut = path.rfind('/');; cut = cut == 0 ? path.npos : path.rfind('/', cut - 1)) {
    const auto folder = path.substr(0, cut == path.npos ? 0 : cut);
    const auto maps = maps_.find(key_of(language, folder));
    if (maps != maps_.end()) {
      for (const Map& map : maps->second) {
        if (!written.starts_with(map.before)) continue;
        const auto rest = written.substr(map.before.size());
        if (map.has_star ? !rest.ends_with(map.behind) : !rest.empty()) continue;
        std::string found = "./";
        const auto depth = std::count(path.begin(), path.end(), '/');
        for (auto i = depth; i > 0; --i) found.append("../");
        found.append(map.target_before);
        if (map.has_star)
          found.append(rest.substr(0, rest.size() - map.behind.size())).append(map.target_behind);
        return found;
      }
    }
    if (cut == path.npos) return std::nullopt;
  }
}

}  // namespace dossier::languages
