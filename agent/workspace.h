#pragma once
// The tree of files that an agent can see and change. Paths are relative to its root, with '/'
// between names, and cannot leave the root. Every change gives an Edit with the content before and
// after, so every change can be undone. There are two kinds: a folder on disk, and an overlay that
// keeps changes in memory over another tree. Failures are Errors: denied (out of bounds),
// not_found, conflict (changed meanwhile), limit, io.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/workspace/bounds.h"

namespace dossier {

struct Entry {
  std::string name;
  bool is_directory = false;
  int64_t size = 0;       // bytes; 0 for directories
  bool readable = false;  // a regular file that may be read
};

/// One change of one file. Absent content = the file does not exist on that side.
struct Edit {
  std::string path;
  std::optional<std::string> before;
  std::optional<std::string> after;
  int64_t added = 0;  // lines
  int64_t removed = 0;
  std::string diff;  // unified
};

class Workspace {
 public:
  virtual ~Workspace() = default;

  /// The file's bytes; absent if there is no such file.
  virtual std::optional<std::string> read(std::string_view path) = 0;
  /// The folder's entries, sorted by name; "." is the root. Absent if there is no such folder.
  virtual std::optional<std::vector<Entry>> list(std::string_view path) = 0;
  /// Sets the file's content, or removes the file if `content` is absent. Creates folders as
  /// needed. Fails with conflict, without a change, unless the file's content is `expected`.
  virtual void write(std::string_view path, const std::optional<std::string>& expected,
                     const std::optional<std::string>& content) = 0;
  /// Throws Error{denied} if writing these files is out of bounds, whatever their content: files of
  /// git (agent/workspace/bounds.h) or of an open database. Called with all files of a change
  /// before the first is written. `also` tells which other files the caller has.
  virtual void vet(std::span<const std::string> files, const Holds& also) = 0;
  /// Whether several threads may read at once.
  virtual bool is_shared() const { return false; }
};

/// Larger files are refused with limit.
inline constexpr int64_t kMaxFileBytes = 16 << 20;

/// The folder `root` on disk, confined by the kernel (agent/workspace/confined_files.h).
std::unique_ptr<Workspace> disk_workspace(const std::string& root);

/// Reads from `base`, which must outlive it, and keeps changes in memory.
class OverlayWorkspace final : public Workspace {
 public:
  explicit OverlayWorkspace(Workspace& base) : base_(base) {}

  std::optional<std::string> read(std::string_view path) override;
  std::optional<std::vector<Entry>> list(std::string_view path) override;
  void write(std::string_view path, const std::optional<std::string>& expected,
             const std::optional<std::string>& content) override;
  void vet(std::span<const std::string> files, const Holds& also) override;
  /// The changed files by path; absent = removed.
  const std::map<std::string, std::optional<std::string>>& changes() const { return changes_; }

 private:
  /// Throws Error{conflict} where a new file would stand in the place of a folder, or below a file.
  void refuse_place(const std::string& path);

  Workspace& base_;
  std::map<std::string, std::optional<std::string>> changes_;
};

/// The normalized path: no "./", no doubled or trailing slashes; "." is the root. Fails with denied
/// on absolute paths, "..", NUL and names that git treats as ".git", and with invalid on the empty
/// path.
std::string workspace_path(std::string_view path);

/// Called with every edit before its file is written, so that the previous content is recorded
/// first.
using EditListener = std::function<void(const Edit&)>;

/// Replaces the whole file, or creates it.
Edit edit_file(Workspace& workspace, std::string_view path, std::string content,
               const EditListener& before_write = nullptr);

/// Applies a unified diff of any number of files, completely or, with invalid, not at all. `notes`
/// receives a sentence for every hunk applied at another place than stated.
std::vector<Edit> apply_diff(Workspace& workspace, std::string_view diff,
                             std::vector<std::string>& notes,
                             const EditListener& before_write = nullptr);

/// Restores the content before the edit and returns the edit that does so. That edit changes
/// nothing if the file has this content already (the edit was recorded but never written). Fails
/// with conflict if the file has neither this content nor the content after the edit, unless
/// `force`.
Edit undo(Workspace& workspace, const Edit& edit, bool force,
          const EditListener& before_write = nullptr);

}  // namespace dossier
