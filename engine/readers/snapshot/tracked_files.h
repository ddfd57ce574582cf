#pragma once
// The files below a folder that the index of its git work tree names. They are part of a tree
// whatever .gitignore says of them, as they are for git, and so are hidden ones: a commit holds
// them. The index is read again where it may have changed.
//
// Rejected: the files of HEAD (what was just added with `git add -f` is wanted, too).
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/snapshot/ignore_scopes.h"

namespace dossier::snapshot {

class TrackedFiles {
 public:
  /// The root canonical. Nothing is read before update().
  explicit TrackedFiles(std::string root) : root_(std::move(root)) {}

  /// Looks at the index. The folders, "" or ending in '/', that hold files which it names since, or
  /// names no more.
  std::set<std::string> update();
  /// Whether the index names the file, or one below a folder that ends in '/'.
  bool has(std::string_view path) const;
  /// "path: reason" where there is a repository whose index cannot be read; "" = there is not.
  const std::string& failure() const { return failure_; }

 private:
  bool is_in_work_tree() const;
  std::vector<std::string> read();

  std::string root_;
  std::string index_;               // its file; "" = none is known
  Stamp stamp_;                     // of that, before it was read
  std::vector<std::string> paths_;  // from the root, in order
  std::string failure_;
};

}  // namespace dossier::snapshot
