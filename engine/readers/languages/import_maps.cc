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

/// Whether the packages below a folder are installed, or made up for tests: what imports a name
/// means another one.
bool is_of_others(std::string_view folder) {
  while (!folder.empty()) {
    const auto part = folder.substr(0, folder.find('/'));
    folder.remove_prefix(std::min(folder.size(), part.size() + 1));
    if (is_among("node_modules test tests __tests__ spec testdata fixture fixtures __fixtures__ "
                 "mock mocks __mocks__",
                 part))
      return true;
  }
  return false;
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
  for (const ImportMap& one : said) {
    std::vector<Map>* const maps = maps_of(*language, folder, one.package);
    const auto star = one.written.find('*'), target_star = one.target.find('*');
    Map map;
    map.has_star = star != std::string::npos;
    map.before = one.written.substr(0, star);
    if (map.has_star) map.behind = one.written.substr(star + 1);
    const auto target = path_in_tree(folder, one.target.substr(0, target_star));
    if (!maps || !target) continue;
    map.target_before = *target;
    if (target_star != std::string::npos) {
      const bool ends_folder = target_star == 0 || one.target[target_star - 1] == '/';
      if (ends_folder && !target->empty()) map.target_before += "/";
      map.target_behind = one.target.substr(target_star + 1);
    }
    const auto longer = [](const Map& a, const Map& b) {
      return a.before.size() > b.before.size();
    };
    maps->insert(std::upper_bound(maps->begin(), maps->end(), map, longer), std::move(map));
  }
}

/// Null for a package that is not known by its name: one of others, or one too many.
std::vector<ImportMaps::Map>* ImportMaps::maps_of(const Language& language, std::string_view folder,
                                                  const std::string& package) {
  if (package.empty()) return &maps_[key_of(language, folder)];
  const auto key = key_of(language, package);
  const auto known = packages_.find(key);
  if (known == packages_.end()) {
    if (is_of_others(folder) || packages_.size() == kMostPackages) return nullptr;
    return &packages_.emplace(key, Package{std::string(folder), {}}).first->second.maps;
  }
  if (known->second.folder == folder) return &known->second.maps;
  known->second.maps.clear();
  return nullptr;
}

const ImportMaps::Map* ImportMaps::find(const std::vector<Map>& maps, std::string_view written) {
  const auto found = std::find_if(maps.begin(), maps.end(), [&](const Map& map) {
    if (!written.starts_with(map.before)) return false;
    const auto rest = written.substr(map.before.size());
    return map.has_star ? rest.ends_with(map.behind) : rest.empty();
  });
  return found == maps.end() ? nullptr : &*found;
}

std::optional<std::string> ImportMaps::relative(std::string_view path, std::string_view written,
                                                const Language& language) const {
  if ((maps_.empty() && packages_.empty()) || written.starts_with('.')) return std::nullopt;
  const Map* map = nullptr;
  for (auto cut = path.rfind('/'); !map; cut = path.substr(0, cut).rfind('/')) {
    const auto maps = maps_.find(key_of(language, path.substr(0, cut == path.npos ? 0 : cut)));
    if (maps != maps_.end()) map = find(maps->second, written);
    if (cut == path.npos) break;
  }
  if (!map) {
    auto end = written.find('/');  // "@shop/core" is a name
    if (written.starts_with('@') && end != written.npos) end = written.find('/', end + 1);
    const auto package = packages_.find(key_of(language, written.substr(0, end)));
    if (package != packages_.end()) map = find(package->second.maps, written);
  }
  if (!map) return std::nullopt;
  std::string found = "./";
  for (auto i = std::count(path.begin(), path.end(), '/'); i > 0; --i) found.append("../");
  found.append(map->target_before);
  if (map->has_star) {
    const auto rest = written.substr(map->before.size());
    found.append(rest.substr(0, rest.size() - map->behind.size())).append(map->target_behind);
  }
  return found;
}

}  // namespace dossier::languages
