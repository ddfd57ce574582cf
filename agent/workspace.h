#pragma once
// The tree of files that an agent may see and change. Paths are relative to its root with '/'
// between names, and nothing reaches beyond the root. Every change yields an Edit that holds what
// was before and what is after, so any change can be undone. Two trees exist: a folder on disk, and
// an overlay that keeps changes in memory over another tree. Failures are Errors: denied (out of
// bounds), not_found, conflict (changed meanwhile), limit, io.
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

  /// The file's bytes; nothing when there is no such file.
  virtual std::optional<std::string> read(std::string_view path) = 0;
  /// The folder's entries, sorted by name; "." is the root. Nothing when there is no such folder.
  virtual std::optional<std::vector<Entry>> list(std::string_view path) = 0;
  /// Makes the file hold `content`, or removes it when absent. Creates folders on the way. Fails
  /// with conflict, changing nothing, unless the file still holds `expected`.
  virtual void write(std::string_view path, const std::optional<std::string>& expected,
                     const std::optional<std::string>& content) = 0;
  /// Throws Error{denied} where writing the files is out of bounds, whatever they would hold: what
  /// belongs to git (agent/workspace/bounds.h) or to an open database. Asked of all files of a
  /// change before the first is written; `also` tells of what the caller has besides.
  virtual void vet(std::span<const std::string> files, const Holds& also) = 0;
};

/// Files larger than this are refused as `limit`.
inline constexpr int64_t kMaxFileBytes = 16 << 20;

/// The folder `root` on disk, confined by the kernel (see agent/workspace/disk.cc).
std::unique_ptr<Workspace> disk_workspace(const std::string& root);

/// Reads through to `base`, which must outlive it, and keeps every change to itself.
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
  Workspace& base_;
  std::map<std::string, std::optional<std::string>> changes_;
};

/// The path in its one spelling: no "./", no doubled or trailing slashes; "." is the root. Fails
/// with denied on absolute paths, "..", NUL and what git takes for ".git", and with invalid on the
/// empty path.
std::string workspace_path(std::string_view path);

/// Called with every edit before its file is written, so that what was there is recorded first.
using EditListener = std::function<void(const Edit&)>;

/// Replaces the whole file, or creates it.
Edit edit_file(Workspace& workspace, std::string_view path, std::string content,
               const EditListener& before_write = nullptr);

/// Applies a unified diff of any number of files: all of it or, with invalid, none of it.
/// `notes` receives a sentence for every hunk that applied elsewhere than it said.
std::vector<Edit> apply_diff(Workspace& workspace, std::string_view diff,
                             std::vector<std::string>& notes,
                             const EditListener& before_write = nullptr);

/// Puts back what was before the edit; yields the edit that did so, which changes nothing where the
/// file holds that already: the edit was recorded and never written. Fails with conflict when the
/// file holds neither that nor what the edit left, unless `force`.
Edit undo(Workspace& workspace, const Edit& edit, bool force,
          const EditListener& before_write = nullptr);

}  // namespace dossier
