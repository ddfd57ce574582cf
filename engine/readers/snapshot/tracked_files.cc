#include "engine/readers/snapshot/tracked_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "engine/error.h"
#include "engine/readers/snapshot/git.h"

namespace dossier::snapshot {

namespace fs = std::filesystem;

bool TrackedFiles::is_in_work_tree() const {
  std::error_code none;
  for (fs::path folder = root_;; folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", none)) return true;
    if (!folder.has_relative_path()) return false;
  }
}

std::vector<std::string> TrackedFiles::read() {
  std::vector<std::string> paths;
  try {
    const auto repository = Repository::at(root_);
    const auto place = repository ? repository->place_of(root_) : std::nullopt;
    if (!place) return paths;
    index_ = repository->index_file();
    stamp_ = stamp_of(index_);
    auto tracked = repository->tracked();
    if (!tracked.failure.empty()) failure_ = index_ + ": " + tracked.failure;
    for (std::string& path : tracked.paths)
      if (path.starts_with(*place)) paths.push_back(path.substr(place->size()));
  } catch (const Error& error) {  // something in it may not be opened
    failure_ = error.what();
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::set<std::string> TrackedFiles::update() {
  const bool is_there = is_in_work_tree();
  if (is_there && !index_.empty() && is_same(stamp_, stamp_of(index_))) return {};
  index_.clear();
  failure_.clear();
  auto paths = is_there ? read() : std::vector<std::string>();
  std::vector<std::string> changed;
  std::set_symmetric_difference(paths_.begin(), paths_.end(), paths.begin(), paths.end(),
                                std::back_inserter(changed));
  paths_ = std::move(paths);
  std::set<std::string> folders;
  for (const std::string& path : changed) {
    folders.insert("");
    for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
      folders.insert(path.substr(0, slash + 1));
  }
  return folders;
}

bool TrackedFiles::has(std::string_view path) const {
  const auto at = std::lower_bound(paths_.begin(), paths_.end(), path);
  return at != paths_.end() && (path.ends_with('/') ? at->starts_with(path) : *at == path);
}

}  // namespace dossier::snapshot
