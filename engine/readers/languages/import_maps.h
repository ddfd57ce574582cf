#pragma once
// What imports that begin with no dot mean in a tree, where a file of its says so: "imports" of
// package.json, "paths" of tsconfig.json, and the names of the tree's own packages. Files are not
// looked for: of several targets the first is meant. Rejected: resolving them in queries, where a
// name with a wildcard is no key.
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
  /// The name of the file's package, if that is what the import begins with: it means the package
  /// everywhere in the tree. "": a name for the files below the folder.
  std::string package = {};
};

class ImportMaps {
 public:
  /// The maximum number of maps that one file gives; the first count.
  static constexpr size_t kMost = 1000;
  /// The maximum number of packages whose names are known; the first count.
  static constexpr size_t kMostPackages = 10'000;

  /// Whether a file of this name may say so.
  static bool is_one(std::string_view path) { return language_of(path) != nullptr; }

  /// Call with every such file of the tree.
  void add(std::string_view path, std::string_view contents);

  /// The import as one that is relative to the file at `path`, by the innermost folder around it
  /// that knows the name, and there by the longest, or by the name of a package; absent if none
  /// does, or packages share the name.
  std::optional<std::string> relative(std::string_view path, std::string_view written,
                                      const Language& language) const;

 private:
  struct Map {
    std::string before, behind;                // of the '*'
    std::string target_before, target_behind;  // from the tree's root
    bool has_star = false;
  };
  struct Package {
    std::string folder;
    std::vector<Map> maps;
  };
  static const Language* language_of(std::string_view path);
  std::vector<Map>* maps_of(const Language& language, std::string_view folder,
                            const std::string& package);
  static const Map* find(const std::vector<Map>& maps, std::string_view written);

  std::unordered_map<std::string, std::vector<Map>> maps_;  // by family and folder
  // By family and name; of a name that several folders claim without maps.
  std::unordered_map<std::string, Package> packages_;
};

}  // namespace dossier::languages
