#include "engine/readers/snapshot/watched_folder.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/error.h"
#include "engine/readers/snapshot/folders.h"
#include "engine/reserved.h"

namespace dossier::snapshot {

WatchedFolder::WatchedFolder(const std::filesystem::path& folder, bool all)
    : given_(folder),
      all_(all),
      root_(canonical_folder(folder)),
      kept_(root_, all),
      inotify_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      mounts_(::open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)) {
  if (inotify_.number() < 0) throw Error(ErrorCode::io, std::strerror(errno), "inotify");
  add("");
}

bool WatchedFolder::take() {
  bool matters = false;
  alignas(inotify_event) char buffer[64 << 10];
  for (;;) {
    const ssize_t size = ::read(inotify_.number(), buffer, sizeof buffer);
    if (size <= 0) return matters;
    for (ssize_t at = 0; at < size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof *event + event->len);
      matters = heard(*event) || matters;
    }
  }
}

bool WatchedFolder::heard(const inotify_event& event) {
  if ((event.mask & (IN_Q_OVERFLOW | IN_UNMOUNT)) != 0) {
    add("");
    kept_.all_changed();
    return true;
  }
  const auto found = folders_.find(event.wd);
  if (found == folders_.end()) return false;
  const std::string folder = found->second;
  if ((event.mask & IN_IGNORED) != 0) {
    folders_.erase(found);
    if (folder.empty()) is_gone_ = true;
    return folder.empty();
  }
  if (event.len > 0) return heard_in(folder, event);
  // Of a folder inside, the one around it tells the same.
  if (!folder.empty()) return false;
  if ((event.mask & IN_MOVE_SELF) != 0) is_gone_ = true;
  if ((event.mask & IN_ATTRIB) != 0) add("");
  kept_.all_changed();
  return true;
}

bool WatchedFolder::heard_in(const std::string& folder, const inotify_event& event) {
  const std::string_view name = event.name;
  const std::string path = folder + std::string(name);
  const bool is_folder = (event.mask & IN_ISDIR) != 0;
  if (name == ".git" || (!is_folder && is_reserved(root_ + "/" + path))) {
    kept_.changed(folder);
    return false;
  }
  if (!is_folder) return kept_.changed(folder);
  if ((event.mask & (IN_DELETE | IN_MOVED_FROM)) == 0) add(path + "/");
  return kept_.changed_below(path + "/");
}

// Each folder before what is in it: what comes meanwhile is told, or found.
void WatchedFolder::add(const std::string& folder) {
  const size_t front = root_.size() + (root_.ends_with('/') ? 0 : 1);
  watch(folder);
  const std::string top =
      folder.empty() ? root_ : root_ + "/" + folder.substr(0, folder.size() - 1);
  walk_below(top, [&](const std::string& path, EntryKind kind) {
    if (kind != EntryKind::folder || path.ends_with("/.git")) return false;
    watch(path.substr(front) + "/");
    return true;
  });
}

void WatchedFolder::watch(const std::string& folder) {
  constexpr uint32_t kChanges = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF |
                                IN_ONLYDIR | IN_DONT_FOLLOW;
  const std::string path = root_ + "/" + folder.substr(0, folder.empty() ? 0 : folder.size() - 1);
  const int watch = ::inotify_add_watch(inotify_.number(), path.c_str(), kChanges);
  if (watch >= 0) {
    folders_[watch] = folder;
  } else if (errno == ENOSPC) {
    throw Error(ErrorCode::limit,
                "too many folders to watch; raise /proc/sys/fs/inotify/max_user_watches", path);
  } else if (errno == ENOMEM) {
    throw Error(ErrorCode::io, std::strerror(errno), path);
  }
  // Any other folder went meanwhile, or cannot be listed either.
}

bool WatchedFolder::may_be_mounted() {
  pollfd changed{mounts_.number(), POLLPRI, 0};
  return mounts_.number() < 0 || (::poll(&changed, 1, 0) > 0 && changed.revents != 0);
}

Listing WatchedFolder::list(const std::function<void()>& checkpoint) {
  // What was given may lead elsewhere by now.
  if (canonical_folder(given_) != root_) return walk(given_, all_, checkpoint);
  if (may_be_mounted()) {
    add("");
    kept_.all_changed();
  }
  return kept_.list(checkpoint);
}

}  // namespace dossier::snapshot
