#pragma once
// Checks whether the files that an answer names are still as the snapshot holds them. A file of a
// folder is stale if its size differs or if it is gone. If its modification time alone differs, it
// is read: it is stale if its contents differ, or if too many bytes would have to be read. If the
// whole folder is missing (the database was moved to another machine), its files are not stale.
// Files of revisions are never stale.
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
  enum class State { same, touched, changed, missing };  // touched: its time alone differs

  explicit Folder(const std::string& path);
  Folder(const Folder&) = delete;
  ~Folder();
  State state_of(const FileName& file) const;
  /// Its bytes; absent if it cannot be read, or has more than `most`.
  std::optional<std::string> bytes_of(const FileName& file, int64_t most) const;

 private:
  int fd_;  // below zero: the folder does not exist
};

/// Of files whose time alone differs, how many bytes are read for one answer.
inline constexpr int64_t kMostTouchedBytes = 64 << 20;

/// Compares the contents of touched files with what their snapshots hold.
class TouchedFiles {
 public:
  TouchedFiles(Store& store, int64_t most) : store_(store), left_(most) {}
  /// What the file is, looked at closely where it was touched: never `touched`.
  Folder::State state_of(const Folder& folder, const FileName& file);

 private:
  bool has_same_contents(const Folder& folder, const FileName& file);

  Store& store_;
  int64_t left_;  // bytes
};

class Freshness {
 public:
  Freshness(Store& store, const Scope& scope, int64_t most_touched_bytes = kMostTouchedBytes);

  /// Whether the file has changed since the import.
  bool is_stale(const FileName& file);
  /// Checks a path that the answer names. It may belong to any snapshot in scope, or to none.
  void note(std::string_view path);
  /// Whether any file checked so far is stale.
  bool stale() const { return stale_; }

 private:
  Store& store_;
  TouchedFiles touched_;
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
