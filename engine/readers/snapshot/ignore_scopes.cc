#include "engine/readers/snapshot/ignore_scopes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <filesystem>

#include "engine/readers/snapshot/git_files.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxIgnoreBytes = 1 << 20;  // of an ignore file that is read
// More than a tick of any file system's clock.
constexpr int64_t kRecentNs = 1'000'000'000;

int64_t nanoseconds(const timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Of the tree no link is followed, of git's own folder it is: so does git (gitignore(5)).
int follows(std::string_view name) { return name.starts_with(".git/") ? 0 : AT_SYMLINK_NOFOLLOW; }

std::vector<std::string> folders_above(const fs::path& root) {
  std::vector<std::string> above;
  std::error_code none;
  if (fs::exists(root / ".git", none)) return above;
  for (fs::path folder = root; folder.has_parent_path() && folder.parent_path() != folder;) {
    folder = folder.parent_path();
    above.push_back(folder.string());
    if (fs::exists(folder / ".git", none)) return above;
  }
  return {};
}

}  // namespace

Stamps stamps_of(const std::string& folder) {
  Stamps stamps;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  for (size_t kind = 0; kind < kIgnoreFiles.size(); ++kind) {
    struct stat status {};
    const std::string path = folder + std::string(kIgnoreFiles[kind]);
    if (::fstatat(AT_FDCWD, path.c_str(), &status, follows(kIgnoreFiles[kind])) != 0 ||
        !S_ISREG(status.st_mode))
      continue;
    const int64_t changed = nanoseconds(status.st_ctim);
    stamps[kind] = {status.st_dev,  status.st_ino,
                    status.st_size, nanoseconds(status.st_mtim),
                    changed,        changed + kRecentNs > nanoseconds(now)};
  }
  return stamps;
}

bool has_any(const Stamps& stamps) {
  return std::any_of(stamps.begin(), stamps.end(), [](const Stamp& one) { return one.inode != 0; });
}

bool are_same(const Stamps& before, const Stamps& now) {
  return std::equal(before.begin(), before.end(), now.begin(), [](const Stamp& a, const Stamp& b) {
    return !a.is_recent && a.device == b.device && a.inode == b.inode && a.size == b.size &&
           a.mtime_ns == b.mtime_ns && a.ctime_ns == b.ctime_ns;
  });
}

Scope enter(const std::string& folder, std::string relative, std::string above, const Scope& outer,
            const Stamps& stamps) {
  if (!has_any(stamps)) return outer;
  auto scope = std::make_shared<IgnoreScope>();
  bool any = false;
  for (size_t kind = 0; kind < kIgnoreFiles.size(); ++kind) {
    if (stamps[kind].inode == 0) continue;
    // What cannot be read says nothing.
    const auto text =
        text_of_git_file(folder + std::string(kIgnoreFiles[kind]), kMaxIgnoreBytes + 1);
    scope->files[kind] = IgnoreFile(text.value_or(""));
    any = any || !scope->files[kind].empty();
  }
  if (!any) return outer;
  scope->outer = outer;
  scope->place = above.empty() ? relative : folder;
  scope->folder = std::move(relative);
  scope->above = std::move(above);
  return scope;
}

ScopesAbove::ScopesAbove(const std::string& root) : root_(root) {
  for (auto& folder : folders_above(root)) folders_.emplace_back(folder, stamps_of(folder + "/"));
  for (auto at = folders_.rbegin(); at != folders_.rend(); ++at) {
    const auto& [folder, stamps] = *at;
    const std::string rest = fs::path(root).lexically_relative(folder).generic_string() + "/";
    scope_ = enter(folder + "/", "", rest, scope_, stamps);
  }
}

bool ScopesAbove::are_same() const {
  const auto now = folders_above(root_);
  return std::equal(folders_.begin(), folders_.end(), now.begin(), now.end(),
                    [](const auto& before, const std::string& folder) {
                      return before.first == folder &&
                             snapshot::are_same(before.second, stamps_of(folder + "/"));
                    });
}

}  // namespace dossier::snapshot
