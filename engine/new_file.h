#pragma once
// A file that appears under its path only when it is complete. It is written as PATH-dossier-new,
// synced, and then renamed, so PATH is always the old file or the whole new one. The writer holds a
// lock on it; a file that a killed process left has no lock, and the next writer of the same path
// removes it.
//
// Rejected: an unnamed file (O_TMPFILE), which SQLite cannot open and which cannot replace another
// file.
#include <string>

namespace dossier {

/// Behind the name of a file in the making.
inline constexpr const char* kNewFileEnd = "-dossier-new";

class NewFile {
 public:
  /// Throws Error{conflict} while another process writes the same file, and Error{io}.
  explicit NewFile(const std::string& path, unsigned mode = 0600);
  /// Removes the file unless it was renamed.
  ~NewFile();
  NewFile(const NewFile&) = delete;

  /// PATH-dossier-new.
  const std::string& made() const { return made_; }
  /// A descriptor of the empty file, open for writing.
  int fd() const { return fd_; }
  /// Syncs the file and renames it to PATH, replacing an existing file and keeping that file's
  /// mode. Throws Error{io}. Without `durable` nothing is synced: a loss of power soon afterwards
  /// may take the file.
  void replace(bool durable = true);
  /// Likewise, but throws Error{conflict} if PATH exists.
  void place();

 private:
  void put(unsigned flags, bool durable);

  std::string path_, made_;
  int fd_ = -1;
};

/// Syncs the folder that holds `path`. Throws Error{io}.
void sync_folder_of(const std::string& path);

}  // namespace dossier
