#pragma once
// The folders of a tree that are packages: those with the file by which a language marks them
// (Python's __init__.py, or its stub). A module's name starts at the outermost package around it,
// wherever that is in the tree.
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/readers/languages/language.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {

class PackageFolders {
 public:
  /// Call with every path of the tree.
  void add(std::string_view path) {
    const size_t slash = path.rfind('/');
    if (slash != path.npos && is_mark(path.substr(slash + 1)))
      folders_.emplace(path.substr(0, slash));
  }
  /// The number of leading bytes of `path` outside of its outermost package. A folder without the
  /// mark is part of the package around it, if there is one (PEP 420).
  size_t root_of(std::string_view path) const {
    const auto outside = [&](size_t cut) { return path.substr(0, cut - 1).rfind('/') + 1; };
    const auto is_package = [&](size_t cut) { return folders_.contains(path.substr(0, cut - 1)); };
    const size_t own = path.rfind('/') + 1;  // npos + 1 is 0
    size_t cut = own;
    while (cut > 0 && !is_package(cut)) cut = outside(cut);
    if (cut == 0) return own;
    while (cut > 0 && is_package(cut)) cut = outside(cut);
    return cut;
  }

 private:
  // A tree has tens of thousands of files, and few marks.
  static bool is_mark(std::string_view name) {
    static const auto marks = [] {
      std::vector<std::string> found;
      for (const Language* one : all()) {
        const auto mark = one->package_mark;
        if (mark.empty()) continue;
        found.emplace_back(mark);
        for_each_word(one->stubs, [&](std::string_view ending) {
          found.push_back(std::string(mark.substr(0, mark.rfind('.'))).append(ending));
        });
      }
      return found;
    }();
    return std::find(marks.begin(), marks.end(), name) != marks.end();
  }
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> folders_;
};

}  // namespace dossier::languages
