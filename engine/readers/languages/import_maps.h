#pragma once
// What imports that begin with no dot mean in a tree, where a file of its says so: "imports" of
// package.json, "paths" of tsconfig.json. Files are not looked for: of several targets the first is
// meant. Rejected: resolving them in queries, where a name with a wildcard is no key.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

/// "@/*" stands for "src/*".
struct ImportMap {
  std::string written;  // with at most one '*'
  std::string target;   // from the folder of the file that says so; the same '*'
};

class ImportMaps {
 public:
  /// The maximum number of maps that one file gives; the first count.
  static constexpr size_t kMost = 1000;

  /// Whether a file of this name may say so.
  static bool is_one(std::string_view path) { return language_of(path) != nullptr; }

  /// Call with every such file of the tree.
  void add(std::string_view path, std::string_view contents);

  /// The import as one that is relative to the file at `path`, by the innermost folder around it
  /// that knows the name, and there by the longest; absent if none does.
  std::optional<std::string> relative(std::string_view path, std::string_view written,
                                      const Language& language) const;

 private:
  struct Map {
    std::string before, behind;                // of the '*'
    std::string target_before, target_behind;  // from the tree's root
    bool has_star = false;
  };
  static const Language* language_of(std::string_view path);

  std::unordered_map<std::string, std::vector<Map>> maps_;  // by family and folder
};

}  // namespace dossier::languages
