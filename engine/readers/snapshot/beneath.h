#pragma once
// Files of a folder, opened beneath it: a symbolic link, even one that takes a folder's place while
// the tree is read, leads nowhere. Rejected: to open by whole paths, which follow such links.
#include <cstdint>
#include <string>

namespace dossier::snapshot {

/// A file descriptor, closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// Opens a file below `root` without following any symbolic link, as open_unreserved does; -1 with
/// errno.
int open_below(int root, const std::string& path);

/// Reads at most limit + 1 bytes, so that a file that grew past the limit is noticed. Throws
/// Error{io}.
std::string read_up_to(int descriptor, int64_t size, int64_t limit);

}  // namespace dossier::snapshot
