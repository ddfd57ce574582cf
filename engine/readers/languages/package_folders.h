#pragma once
// The folders of a tree that are packages: those with the file by which a language marks them
// (Python's __init__.py). A module's name starts at the outermost package around it, wherever that
// is in the tree.
#include <string>
#include <string_view>
#include <unordered_set>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

class PackageFolders {
 public:
  /// Call with every path of the tree.
  void add(std::string_view path) {
    const Language* const language = of(path);
    if (!language || language->package_mark.empty() || path.size() <= language->package_mark.size())
      return;
    const size_t folder = path.size() - language->package_mark.size() - 1;
    if (path[folder] == '/' && path.substr(folder + 1) == language->package_mark)
      folders_.emplace(path.substr(0, folder));
  }
  /// The number of leading bytes of `path` outside of its outermost package. A folder without the
  /// mark is part of the package around it, if there is one (PEP 420).
  size_t root_of(std::string_view path) const {
    const auto outside = [&](size_t cut) { return path.substr(0, cut - 1).rfind('/') + 1; };
    const auto is_package = [&](size_t cut) {
      return folders_.contains(std::string(path.substr(0, cut - 1)));
    };
    const size_t own = path.rfind('/') + 1;  // npos + 1 is 0
    size_t cut = own;
    while (cut > 0 && !is_package(cut)) cut = outside(cut);
    if (cut == 0) return own;
    while (cut > 0 && is_package(cut)) cut = outside(cut);
    return cut;
  }

 private:
  std::unordered_set<std::string> folders_;
};

}  // namespace dossier::languages
