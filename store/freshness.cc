#include "store/freshness.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/digest.h"
#include "engine/first_row.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/blob_id.h"
#include "engine/readers/snapshot/classify.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

constexpr size_t kNamed = 10;

// "" unless the snapshot is of a folder that is there.
std::string root_of(Store& store, int64_t snapshot) {
  const auto row = first_row<sql::SnapshotRoot>(store, snapshot);
  if (!row) return {};
  std::string root(row->source);
  struct stat folder {};
  const bool is_there = ::stat(root.c_str(), &folder) == 0 && S_ISDIR(folder.st_mode);
  return is_there ? root : std::string();
}

}  // namespace

Folder::Folder(const std::string& path)
    : fd_(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}

Folder::~Folder() {
  if (fd_ >= 0) ::close(fd_);
}

Folder::State Folder::state_of(const FileName& file) const {
  struct stat now {};
  if (fd_ < 0 || ::fstatat(fd_, file.path.c_str(), &now, AT_SYMLINK_NOFOLLOW) != 0)
    return State::missing;
  const int64_t mtime = int64_t{now.st_mtim.tv_sec} * 1'000'000'000 + now.st_mtim.tv_nsec;
  if (now.st_size != file.size || !S_ISREG(now.st_mode)) return State::changed;
  return mtime == file.mtime_ns ? State::same : State::touched;
}

std::optional<std::string> Folder::bytes_of(const FileName& file, int64_t most) const {
  const Descriptor descriptor(snapshot::open_below(fd_, file.path));
  struct stat now {};
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &now) != 0 || !S_ISREG(now.st_mode) ||
      now.st_size > most)
    return std::nullopt;
  std::string bytes(static_cast<size_t>(now.st_size), '\0');
  const auto got = ::pread(descriptor.number(), bytes.data(), bytes.size(), 0);
  if (got != now.st_size) return std::nullopt;
  return bytes;
}

Folder::State TouchedFiles::state_of(const Folder& folder, const FileName& file) {
  const auto state = folder.state_of(file);
  if (state != Folder::State::touched) return state;
  return has_same_contents(folder, file) ? Folder::State::same : Folder::State::changed;
}

bool TouchedFiles::has_same_contents(const Folder& folder, const FileName& file) {
  std::string hash, object;
  if (const auto row =
          first_row<sql::FileHashes>(store_, file.snapshot, std::string_view(file.path))) {
    hash = row->hash.value_or("");
    object = row->object.value_or("");
  }
  if ((hash.empty() && object.empty()) || file.size > left_) return false;
  left_ -= file.size;
  auto bytes = folder.bytes_of(file, file.size);
  if (!bytes) return false;
  if (!object.empty()) return snapshot::blob_id(*bytes) == hex(object);
  const auto text = snapshot::text_of(std::move(*bytes));
  return !text.is_binary && bytes_of(sha256({text.contents})) == hash;
}

Freshness::Freshness(Store& store, const Scope& scope, int64_t most_touched_bytes)
    : store_(store), touched_(store, most_touched_bytes) {
  for (const int64_t snapshot : scope.snapshots)
    if (std::string root = root_of(store, snapshot); !root.empty())
      roots_.emplace(snapshot, std::move(root));
}

bool Freshness::is_stale(const FileName& file) {
  if (file.snapshot != folder_snapshot_) {
    folder_.reset();
    if (const auto root = roots_.find(file.snapshot); root != roots_.end())
      folder_.emplace(root->second);
    folder_snapshot_ = file.snapshot;
  }
  const bool stale = folder_ && touched_.state_of(*folder_, file) != Folder::State::same;
  stale_ = stale_ || stale;
  return stale;
}

void Freshness::note(std::string_view path) {
  if (stale_ || roots_.empty() || path.empty() || noted_.contains(path)) return;
  Scope scope;
  for (const auto& [snapshot, root] : roots_) scope.snapshots.push_back(snapshot);
  for (const auto& file : files_at(store_.statements(), scope, path)) is_stale(file);
  noted_.emplace(path);
}

std::vector<StaleTree> stale_trees(Store& store) {
  std::vector<StaleTree> trees;
  TouchedFiles touched(store, kMostTouchedBytes);
  const Scope heads = resolve_scope(store.statements(), {}, {});
  for (const int64_t snapshot : heads.snapshots) {
    const std::string root = root_of(store, snapshot);
    if (root.empty()) continue;
    Scope scope;
    scope.snapshots = {snapshot};
    const Folder folder(root);
    StaleTree tree;
    tree.snapshot = snapshot;
    for (const auto& file : files_in(store.statements(), scope)) {
      const auto state = touched.state_of(folder, file);
      if (state == Folder::State::same) continue;
      ++(state == Folder::State::changed ? tree.changed : tree.missing);
      tree.project = file.project;
      if (tree.paths.size() < kNamed) tree.paths.push_back(file.path);
    }
    if (tree.changed + tree.missing > 0) trees.push_back(std::move(tree));
  }
  return trees;
}

}  // namespace dossier
