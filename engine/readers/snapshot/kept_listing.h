#pragma once
// What a tree of files holds, and which of it ignore rules leave out. It is kept between two
// listings, so that of a tree whose changes are told only the folders in which something changed
// are read again. The answer is always that of a listing from nothing: whatever is in doubt (an
// ignore file, a folder that went meanwhile, a file with several names, a file system that others
// write to) is looked at each time.
//
// Rejected: keeping the files of each folder apart (putting 78,000 paths in order takes longer than
// reading the folders that changed).
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/snapshot/ignore_scopes.h"
#include "engine/readers/snapshot/walk.h"

namespace dossier::snapshot {

class KeptListing {
 public:
  /// The root canonical; `all` as in walk(). Nothing is read before list().
  KeptListing(std::string root, bool all);

  // Folders are relative to the root: "" or ending in '/'.

  /// Something directly in the folder may have changed. Whether that may change the listing: what
  /// is in a folder that is left out does not.
  bool changed(const std::string& folder);
  /// The folder may have come, gone or become another. Likewise.
  bool changed_below(const std::string& folder);
  /// Nothing is known any more.
  void all_changed() { is_whole_ = true; }

  /// What is there now. What was told to have changed while it runs has to be told after it. If
  /// `checkpoint`, which is called for each folder, throws, the next listing is whole.
  Listing list(const std::function<void()>& checkpoint = {});
  /// The same, and keeps nothing.
  Listing take(const std::function<void()>& checkpoint) &&;
  /// How many folders the last list() read.
  size_t folders_read() const { return folders_read_; }

 private:
  struct Folder {
    Stamps stamps;
    Scope scope;                  // what holds in it
    std::set<std::string> inner;  // the folders in it that are listed, too
    uint64_t links = 0;
    uint64_t specials = 0;
    std::string failure;                         // why it was not read; "" = it was
    std::set<std::string> overruns;              // ignore files whose patterns took too many steps
    std::set<std::pair<ino_t, nlink_t>> linked;  // the files in it that have further names
    bool has_git = false;
    bool is_unsure = false;  // what it holds may change although nobody tells
  };

  void update(const std::function<void()>& checkpoint);
  bool list_changed(const std::function<void()>& checkpoint);
  void list_all(const std::function<void()>& checkpoint);
  bool are_rules_same();
  bool list_again(const std::string& name);
  bool list_new(const std::function<void()>& checkpoint);
  int read(const std::string& name, Folder& folder);
  void forget(const std::string& name);
  void merge();
  void summarize(Listing& listing) const;
  std::string path_of(const std::string& name) const { return root_ + "/" + name; }

  std::string root_;
  bool all_;
  bool is_whole_ = true;
  ScopesAbove above_;
  std::map<std::string, Folder> folders_;
  std::vector<Listed> files_;  // in the order of their paths
  std::set<std::string> changed_;
  // Of the listing under way.
  std::set<std::string, std::less<>> stale_;  // folders whose files in files_ are outdated
  std::vector<Listed> fresh_;                 // files that take their place
  std::vector<std::pair<std::string, Scope>> pending_;  // new folders, and what holds around them
  size_t folders_read_ = 0;
};

/// The folder without links in its path. Throws Error{not_found | invalid}.
std::string canonical_folder(const std::filesystem::path& folder);

}  // namespace dossier::snapshot
