#pragma once
// A file in the making: PATH-dossier-new beside its place, with mode 0600 unless said, until it is
// complete, on disk and given its name, so that under PATH stands a whole file or what stood there
// before. Whoever makes it holds a lock on it; what a killed process left is told by the missing
// lock and taken away by the next that makes the same file.
//
// Rejected: an unnamed file (O_TMPFILE), which SQLite cannot open and which cannot take the place
// of another file.
#include <string>

namespace dossier {

class NewFile {
 public:
  /// Throws Error{conflict} while another process makes the same file, Error{io}.
  explicit NewFile(const std::string& path, unsigned mode = 0600);
  /// Removes what was not put in its place.
  ~NewFile();
  NewFile(const NewFile&) = delete;

  /// PATH-dossier-new.
  const std::string& made() const { return made_; }
  /// Empty and open for writing.
  int fd() const { return fd_; }
  /// Waits for the disk and gives the file its name, in the place and with the mode of what has it:
  /// Error{io}.
  void replace();
  /// Likewise, but what has the name keeps it: Error{conflict}.
  void place();

 private:
  void put(unsigned flags);

  std::string path_, made_;
  int fd_ = -1;
};

/// Waits until the folder's names are on disk. Throws Error{io}.
void sync_folder_of(const std::string& path);

}  // namespace dossier
