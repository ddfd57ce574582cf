#pragma once
// Which folder of a project an import means, in languages whose packages are folders and whose
// imports are paths: `example.com/shop/a` is the folder `a` of the module `example.com/shop`. What
// a module is called, and where in the tree it begins, its manifest says, which is no source: the
// parts that path and folder have in common at their ends decide.
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/scope/scope.h"

namespace dossier {

class ImportFolders {
 public:
  /// `modules` is borrowed, and looked at once an import is asked for.
  explicit ImportFolders(const std::vector<ScopeModule>& modules) : modules_(modules) {}

  /// What stands for a folder's package, and for no other.
  std::string of_folder(std::string_view folder) const { return "folder " + std::string(folder); }
  /// Likewise for the package that is imported by this path: a folder's of the project, or one of
  /// another program's. Absent where it may be either.
  std::optional<std::string> imported(std::string_view path, size_t project);

 private:
  const std::set<std::string, std::less<>>& folders_of(size_t project);
  std::optional<std::string> worked_out(std::string_view path, size_t project);

  const std::vector<ScopeModule>& modules_;
  std::map<size_t, std::set<std::string, std::less<>>> folders_;  // with sources, by project
  std::map<std::pair<size_t, std::string>, std::optional<std::string>> known_;
};

}  // namespace dossier
