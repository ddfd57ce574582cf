#pragma once
// Checks whether the files that an answer names are still as the snapshot holds them. A file of a
// folder is stale if its size or modification time differs or if it is gone. If the whole folder is
// missing (the database was moved to another machine), its files are not stale. Files of revisions
// are never stale.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/scope/scope.h"
#include "store/scope/texts.h"

namespace dossier {

class Store;

/// A folder, kept open while its files are checked, so that the kernel resolves only the rest of
/// each path.
class Folder {
 public:
  enum class State { same, changed, missing };

  explicit Folder(const std::string& path);
  Folder(const Folder&) = delete;
  ~Folder();
  State state_of(const FileName& file) const;

 private:
  int fd_;  // below zero: the folder does not exist
};

class Freshness {
 public:
  Freshness(Store& store, const Scope& scope);

  /// Whether the file has changed since the import.
  bool is_stale(const FileName& file);
  /// Checks a path that the answer names. It may belong to any snapshot in scope, or to none.
  void note(std::string_view path);
  /// Whether any file checked so far is stale.
  bool stale() const { return stale_; }

 private:
  Store& store_;
  std::map<int64_t, std::string> roots_;  // folders that exist, by snapshot
  // The folder of the snapshot checked last, if it exists. Answers are grouped by snapshot.
  std::optional<Folder> folder_;
  int64_t folder_snapshot_ = -1;
  std::set<std::string, std::less<>> noted_;
  bool stale_ = false;
};

/// The changes in the newest snapshot of a project.
struct StaleTree {
  std::string project;
  int64_t snapshot = 0;
  int64_t changed = 0;
  int64_t missing = 0;
  std::vector<std::string> paths;  // the first few
};

/// Checks every file of the newest snapshots of folders. Trees without changes are left out; new
/// files are not looked for.
std::vector<StaleTree> stale_trees(Store& store);

}  // namespace dossier
