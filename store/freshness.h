#pragma once
// Whether the files that an answer names are still what the snapshot holds: a file of a folder is
// stale once its size or its time of change differs, or it is gone. A folder that is not there at
// all (the database was carried elsewhere) says nothing. Revisions never go stale.
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

/// A folder that files are looked at in, kept open: the kernel then walks only the rest of a path.
class Folder {
 public:
  enum class State { same, changed, missing };

  explicit Folder(const std::string& path);
  Folder(const Folder&) = delete;
  ~Folder();
  State state_of(const FileName& file) const;

 private:
  int fd_;  // below zero: there is none, and so no file
};

class Freshness {
 public:
  Freshness(Store& store, const Scope& scope);

  /// The file has changed since.
  bool is_stale(const FileName& file);
  /// Notes a path that the answer names: of a file of any snapshot in scope, or of nothing known
  /// here.
  void note(std::string_view path);
  /// A file that was asked about is stale.
  bool stale() const { return stale_; }

 private:
  Store& store_;
  std::map<int64_t, std::string> roots_;  // by snapshot: those of folders that are there
  // Of the snapshot asked about last, if it is of such a folder: answers go by snapshot.
  std::optional<Folder> folder_;
  int64_t folder_snapshot_ = -1;
  std::set<std::string, std::less<>> noted_;
  bool stale_ = false;
};

/// What has changed in the newest snapshot of a project.
struct StaleTree {
  std::string project;
  int64_t snapshot = 0;
  int64_t changed = 0;
  int64_t missing = 0;
  std::vector<std::string> paths;  // the first few
};

/// Looks at every file of the newest snapshots of folders. Trees without a change are left out;
/// files that are new are not looked for.
std::vector<StaleTree> stale_trees(Store& store);

}  // namespace dossier
