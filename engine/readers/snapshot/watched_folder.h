#pragma once
// A folder of which inotify tells what changes in it, and its listing, which reads again only what
// was told. What nobody tells (a file that is mapped into memory, or one with a name outside of the
// folder) the listing misses until it is made from nothing: look_everywhere().
#include <sys/inotify.h>

#include <filesystem>
#include <functional>
#include <string>
#include <unordered_map>

#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/kept_listing.h"

namespace dossier::snapshot {

class WatchedFolder {
 public:
  /// `all` as in walk(). Throws Error{not_found | invalid} if it is no folder, Error{io | limit} if
  /// it cannot be watched.
  WatchedFolder(const std::filesystem::path& folder, bool all);

  /// Readable once there is something to take().
  int descriptor() const { return inotify_.number(); }
  /// Takes what was told. Whether the listing may have changed.
  bool take();
  /// Whether the folder itself was removed, or moved away.
  bool is_gone() const { return is_gone_; }
  /// The next listing is made from nothing.
  void look_everywhere() { kept_.all_changed(); }
  /// What walk() would list now. Throws Error{not_found | invalid} as that does.
  Listing list(const std::function<void()>& checkpoint = {});
  /// How many folders the last list() read.
  size_t folders_read() const { return kept_.folders_read(); }

 private:
  bool heard(const inotify_event& event);
  bool heard_in(const std::string& folder, const inotify_event& event);
  void add(const std::string& folder);
  void watch(const std::string& folder);
  bool may_be_mounted();

  std::filesystem::path given_;
  bool all_;
  std::string root_;
  KeptListing kept_;
  bool is_gone_ = false;
  Descriptor inotify_;
  Descriptor mounts_;
  std::unordered_map<int, std::string> folders_;  // by watch; relative: "" or ending in '/'
};

}  // namespace dossier::snapshot
