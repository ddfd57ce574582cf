#pragma once
// A tree of files laid out in a folder on disk, for a command that builds or tests it and for a
// person to take. The first update writes everything, a later one what has changed since.
//
// An empty folder is filled quickly: nothing in it can lead elsewhere. A folder that holds
// something is written to file by file as any workspace is, confined and without following links.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "agent/workspace.h"

namespace dossier {

class LaidOut {
 public:
  /// The folder is made if there is none. Throws Error{conflict} if it holds something, unless
  /// `force`.
  LaidOut(std::string folder, bool force);
  /// A temporary folder, which goes with the object.
  LaidOut();
  LaidOut(const LaidOut&) = delete;
  ~LaidOut();

  const std::string& folder() const { return folder_; }
  /// Makes the folder hold the tree. Files that the store has no text of (binary or very large) are
  /// left out; their paths are returned.
  std::vector<std::string> update(OverlayWorkspace& tree);

 private:
  void write(const std::string& path, const std::optional<std::string>& content);

  std::string folder_;
  bool is_temporary_ = false;
  bool is_empty_ = true;  // as it was found
  bool is_written_ = false;
  std::map<std::string, std::optional<std::string>> known_;  // the tree's changes, as written
  std::unique_ptr<Workspace> disk_;
  std::vector<std::string> left_out_;
};

}  // namespace dossier
