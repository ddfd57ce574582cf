#pragma once
// A file that takes its place when it is complete and on disk. Until then it has no name, so that a
// program which is killed leaves nothing. Only to take the place of another file it needs a name of
// its own for a moment. It is locked before it has one: one that nobody locks is of a program that
// was killed then, and the next write to that folder takes it away.
//
// Rejected: a name from the start, as most editors give it. Each that was killed would leave a file
// that a person has to judge.
#include <sys/stat.h>

#include <string>
#include <string_view>

#include "engine/descriptor.h"

namespace dossier::confined {

class NewFile {
 public:
  /// A file in the folder, which stays open meanwhile; `path` is named by what is thrown.
  NewFile(int folder, mode_t mode, const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;

  /// Writes all of it, to the disk.
  void fill(std::string_view content);
  void set_mode(mode_t mode);
  /// Gives it a name that nothing has; false with errno set.
  bool link(const std::string& name) const;
  /// Gives it the name in place of what has it; false with errno set.
  bool rename(const std::string& name);

 private:
  int folder_;
  Descriptor file_;
  std::string path_;
  std::string name_;  // "" = none
};

/// Removes what programs that were killed left in the folder.
void remove_left_over(int folder);

}  // namespace dossier::confined
