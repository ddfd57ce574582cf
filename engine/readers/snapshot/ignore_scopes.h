#pragma once
// Reads the ignore files that apply in the folders of a tree, and tells whether they still are what
// was read.
#include <sys/types.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/readers/snapshot/ignore.h"

namespace dossier::snapshot {

using Scope = std::shared_ptr<const IgnoreScope>;

/// What a file was when it was looked at; a link is followed.
struct Stamp {
  dev_t device = 0;
  ino_t inode = 0;  // 0: no regular file is there
  int64_t size = 0, mtime_ns = 0, ctime_ns = 0;
  bool is_recent = false;  // changed so shortly before that a further change may not show
};

/// The ignore files of one folder, as kIgnoreFiles.
using Stamps = std::array<Stamp, kIgnoreFiles.size()>;

/// Of the folder, whose path ends in '/'.
Stamps stamps_of(const std::string& folder);
/// Whether there is any.
bool has_any(const Stamps& stamps);
/// Whether what was read when the first were taken is certainly what is there now.
bool are_same(const Stamps& before, const Stamps& now);

/// Reads the ignore files of the folder, whose path ends in '/'; `outer` itself if there are none.
/// The stamps are taken before.
Scope enter(const std::string& folder, std::string relative, std::string above, const Scope& outer,
            const Stamps& stamps);

/// The folders above the root whose ignore files hold in it: as far as the work tree that contains
/// it reaches.
class ScopesAbove {
 public:
  ScopesAbove() = default;
  explicit ScopesAbove(const std::string& root);
  const Scope& scope() const { return scope_; }
  /// Whether reading them again would certainly give the same.
  bool are_same() const;

 private:
  std::string root_;
  std::vector<std::pair<std::string, Stamps>> folders_;  // the innermost first
  Scope scope_;
};

}  // namespace dossier::snapshot
