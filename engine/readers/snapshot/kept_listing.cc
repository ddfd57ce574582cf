#include "engine/readers/snapshot/kept_listing.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/error.h"
#include "engine/path_parts.h"
#include "engine/readers/snapshot/folders.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

bool is_before(const Listed& one, const Listed& other) { return one.path < other.path; }

// File systems that only this machine writes to. What another machine writes, nobody is told.
bool is_local(int folder) {
  constexpr long kXfs = 0x58465342, kZfs = 0x2fc12fc1, kBcachefs = 0xca451a4e;
  struct statfs status {};
  if (::fstatfs(folder, &status) != 0) return false;
  switch (static_cast<long>(status.f_type)) {
    case EXT4_SUPER_MAGIC:  // and its predecessors
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC:
    case OVERLAYFS_SUPER_MAGIC:
    case kXfs:
    case kZfs:
    case kBcachefs:
      return true;
    default:
      return false;
  }
}

}  // namespace

KeptListing::KeptListing(std::string root, bool all) : root_(std::move(root)), all_(all) {}

bool KeptListing::changed(const std::string& folder) {
  if (is_whole_) return true;
  const bool is_listed = folders_.contains(folder);
  if (is_listed) changed_.insert(folder);
  return is_listed;
}

bool KeptListing::changed_below(const std::string& folder) {
  if (folder.empty()) all_changed();
  if (is_whole_) return true;
  forget(folder);
  return changed(std::string(folder_before(std::string_view(folder).substr(0, folder.size() - 1))));
}

Listing KeptListing::list(const std::function<void()>& checkpoint) {
  update(checkpoint);
  Listing listing;
  listing.files = files_;
  summarize(listing);
  return listing;
}

Listing KeptListing::take(const std::function<void()>& checkpoint) && {
  update(checkpoint);
  Listing listing;
  listing.files = std::move(files_);
  summarize(listing);
  return listing;
}

void KeptListing::update(const std::function<void()>& checkpoint) {
  folders_read_ = 0;
  const bool was_whole = std::exchange(is_whole_, true);
  if (was_whole || !list_changed(checkpoint)) list_all(checkpoint);
  merge();
  changed_.clear();
  is_whole_ = false;
}

void KeptListing::summarize(Listing& listing) const {
  std::set<std::string> overruns;
  for (const auto& [name, folder] : folders_) {
    listing.links += folder.links;
    listing.specials += folder.specials;
    overruns.insert(folder.overruns.begin(), folder.overruns.end());
    if (!folder.failure.empty())
      listing.unreadable.push_back((name.empty() ? "." : name) + ": " + folder.failure);
  }
  for (const std::string& file : overruns)
    listing.unreadable.push_back(file + ": its patterns take too many steps over some paths");
}

// False where something is in doubt.
bool KeptListing::list_changed(const std::function<void()>& checkpoint) {
  if (!are_rules_same()) return false;
  for (const auto& [name, folder] : folders_)
    if (folder.is_unsure) changed_.insert(name);
  for (const std::string& name : changed_) {
    if (checkpoint) checkpoint();
    if (!list_again(name)) return false;
  }
  return !list_new(checkpoint);
}

void KeptListing::list_all(const std::function<void()>& checkpoint) {
  folders_.clear();
  files_.clear();
  fresh_.clear();
  if (!all_) above_ = ScopesAbove(root_);
  pending_ = {{"", above_.scope()}};
  list_new(checkpoint);
}

bool KeptListing::are_rules_same() {
  if (all_) return true;
  if (!above_.are_same()) return false;
  return std::all_of(folders_.begin(), folders_.end(), [this](const auto& one) {
    const auto& [name, folder] = one;
    const bool may_differ = folder.has_git || has_any(folder.stamps) || changed_.contains(name);
    return !may_differ || are_same(folder.stamps, stamps_of(path_of(name)));
  });
}

bool KeptListing::list_again(const std::string& name) {
  const auto found = folders_.find(name);
  if (found == folders_.end()) return true;  // it was inside of one that went
  Folder& folder = found->second;
  const auto before = std::exchange(folder.inner, {});
  const auto linked = std::exchange(folder.linked, {});
  const int failure = read(name, folder);
  // Then the folder around it has changed, and nobody has said so yet.
  if (failure == ENOENT || failure == ENOTDIR || failure == ELOOP) return false;
  // The folder of a file is not told that it has got a further name elsewhere.
  if (!std::includes(linked.begin(), linked.end(), folder.linked.begin(), folder.linked.end()))
    return false;
  stale_.insert(name);
  for (const std::string& inner : before)
    if (!folder.inner.contains(inner)) forget(inner);
  for (const std::string& inner : folder.inner)
    if (!folders_.contains(inner)) pending_.emplace_back(inner, folder.scope);
  return true;
}

// Whether it found files with further names.
bool KeptListing::list_new(const std::function<void()>& checkpoint) {
  bool any_linked = false;
  while (!pending_.empty()) {
    if (checkpoint) checkpoint();
    auto [name, around] = std::move(pending_.back());
    pending_.pop_back();
    Folder& folder = folders_[name] = Folder{};
    if (!all_) {
      folder.stamps = stamps_of(path_of(name));
      folder.scope = enter(path_of(name), name, "", around, folder.stamps);
    }
    read(name, folder);
    any_linked = any_linked || !folder.linked.empty();
    for (const std::string& inner : folder.inner) pending_.emplace_back(inner, folder.scope);
  }
  return any_linked;
}

// Fills all but what rules hold; 0 or an errno.
int KeptListing::read(const std::string& name, Folder& folder) {
  ++folders_read_;
  folder.inner.clear();
  folder.links = folder.specials = 0;
  folder.failure.clear();
  folder.overruns.clear();
  folder.linked.clear();
  folder.has_git = folder.is_unsure = false;
  const std::string path = path_of(name);
  Directory directory(name.empty() ? root_ : path.substr(0, path.size() - 1));
  if (!directory) {
    const int failure = errno;
    folder.failure = std::strerror(failure);
    return failure;
  }
  const int descriptor = directory.descriptor();
  const bool beside_database = holds_reserved(descriptor);
  folder.is_unsure = beside_database || !is_local(descriptor);
  while (const dirent* entry = directory.next()) {
    const std::string_view name_in = entry->d_name;
    if (name_in == ".git") {
      folder.has_git = true;
      continue;
    }
    struct stat status {};
    if (fstatat(descriptor, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;  // removed meanwhile
    const bool is_directory = S_ISDIR(status.st_mode);
    std::string inside = name + std::string(name_in);
    if (S_ISLNK(status.st_mode)) {
      ++folder.links;
      continue;
    }
    const auto said = verdict(folder.scope.get(), inside, is_directory, folder.overruns);
    if (said == IgnoreFile::Verdict::ignore) continue;
    if (!all_ && name_in.starts_with('.') && said != IgnoreFile::Verdict::keep) continue;
    if (is_directory) {
      folder.inner.insert(std::move(inside) + "/");
    } else if (!S_ISREG(status.st_mode)) {
      ++folder.specials;
    } else {
      // It may be written by another of its names.
      if (status.st_nlink > 1) folder.linked.emplace(status.st_ino, status.st_nlink);
      if (beside_database && is_reserved(descriptor, name_in)) continue;
      if (status.st_nlink > 1 && is_reserved(status)) continue;
      const auto mtime = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
      fresh_.push_back({std::move(inside), status.st_size, mtime});
    }
  }
  folder.is_unsure = folder.is_unsure || !folder.linked.empty();
  return 0;
}

void KeptListing::forget(const std::string& name) {
  for (auto at = folders_.lower_bound(name); at != folders_.end() && at->first.starts_with(name);) {
    stale_.insert(at->first);
    at = folders_.erase(at);
  }
}

void KeptListing::merge() {
  if (!stale_.empty())
    std::erase_if(files_,
                  [&](const Listed& file) { return stale_.contains(folder_before(file.path)); });
  stale_.clear();
  std::sort(fresh_.begin(), fresh_.end(), is_before);
  const auto kept = static_cast<std::ptrdiff_t>(files_.size());
  std::move(fresh_.begin(), fresh_.end(), std::back_inserter(files_));
  fresh_.clear();
  std::inplace_merge(files_.begin(), files_.begin() + kept, files_.end(), is_before);
}

}  // namespace dossier::snapshot
