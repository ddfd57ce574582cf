#include "queries/graph/import_folders.h"

#include <algorithm>

#include "engine/readers/languages/language.h"

namespace dossier {
namespace {

/// How many parts two paths have in common at their ends.
size_t common_parts(std::string_view a, std::string_view b) {
  size_t parts = 0;
  while (!a.empty() && !b.empty()) {
    const size_t one = a.rfind('/') + 1, other = b.rfind('/') + 1;  // npos + 1 is 0
    if (a.substr(one) != b.substr(other)) break;
    ++parts;
    a = a.substr(0, one == 0 ? 0 : one - 1);
    b = b.substr(0, other == 0 ? 0 : other - 1);
  }
  return parts;
}

size_t parts_of(std::string_view path) {
  return static_cast<size_t>(std::count(path.begin(), path.end(), '/')) + 1;
}

}  // namespace

const std::set<std::string, std::less<>>& ImportFolders::folders_of(size_t project) {
  if (folders_.empty()) {
    for (const ScopeModule& module : modules_) {
      const auto* language = languages::of(module.name);
      if (language == nullptr || !language->packages_name_themselves) continue;
      const auto slash = module.name.rfind('/');
      folders_[module.project].insert(
          module.name.substr(0, slash == std::string::npos ? 0 : slash));
    }
  }
  return folders_[project];
}

std::optional<std::string> ImportFolders::worked_out(std::string_view path, size_t project) {
  const auto& folders = folders_of(project);
  std::string_view nearest;
  size_t most = 0;
  bool is_one = false, is_whole = false;
  for (const std::string& folder : folders) {
    const size_t common = folder.empty() ? 0 : common_parts(path, folder);
    if (common == 0 || common < most || (common == most && is_whole)) continue;
    is_whole = common == parts_of(folder);
    is_one = common > most || is_whole;
    most = common;
    nearest = folder;
  }
  // One of its language's own has a name that no module of a project begins with.
  const bool is_bare = path.find('/') == path.npos;
  if (is_one && !is_bare && (is_whole || most > 1)) return of_folder(nearest);
  // The root of a project may be called by any path.
  const bool may_be_root = folders.contains(std::string_view()) && !is_bare;
  if ((most > 0 && !is_bare) || may_be_root) return std::nullopt;
  return "path " + std::string(path);
}

std::optional<std::string> ImportFolders::imported(std::string_view path, size_t project) {
  const auto [at, is_new] = known_.try_emplace({project, std::string(path)});
  if (is_new) at->second = worked_out(path, project);
  return at->second;
}

}  // namespace dossier
