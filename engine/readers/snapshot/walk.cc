#include "engine/readers/snapshot/walk.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "engine/error.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/folders.h"
#include "engine/readers/snapshot/ignore.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;
using Scope = std::shared_ptr<const IgnoreScope>;

constexpr int64_t kMaxIgnoreBytes = 1 << 20;  // of an ignore file that is read

// What cannot be read says nothing. Links are followed, as git does.
std::string small_file(const std::string& path) {
  const Descriptor file(open_unreserved(AT_FDCWD, path, O_RDONLY | O_NONBLOCK));
  return file.number() < 0 ? std::string() : read_up_to(file.number(), 1 << 12, kMaxIgnoreBytes);
}

/// Reads the ignore files of the folder, whose path ends in '/'; `outer` itself if there are none.
Scope enter(const std::string& folder, std::string relative, std::string above,
            const Scope& outer) {
  auto scope = std::make_shared<IgnoreScope>();
  bool any = false;
  for (size_t kind = 0; kind < kIgnoreFiles.size(); ++kind) {
    const std::string path = folder + std::string(kIgnoreFiles[kind]);
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    scope->files[kind] = IgnoreFile(small_file(path));
    any = any || !scope->files[kind].empty();
  }
  if (!any) return outer;
  scope->outer = outer;
  scope->place = above.empty() ? relative : folder;
  scope->folder = std::move(relative);
  scope->above = std::move(above);
  return scope;
}

/// The ignore files above the root, as far as the work tree that holds it reaches.
Scope scopes_above(const fs::path& root) {
  std::vector<fs::path> above;
  std::error_code none;
  if (!fs::exists(root / ".git", none)) {
    fs::path folder = root;
    bool found = false;
    while (!found && folder.has_parent_path() && folder.parent_path() != folder) {
      folder = folder.parent_path();
      above.push_back(folder);
      found = fs::exists(folder / ".git", none);
    }
    if (!found) above.clear();
  }
  Scope scope;
  for (auto folder = above.rbegin(); folder != above.rend(); ++folder) {
    const std::string rest = root.lexically_relative(*folder).generic_string() + "/";
    scope = enter(folder->string() + "/", "", rest, scope);
  }
  return scope;
}

class Walker {
 public:
  Walker(const fs::path& root, bool all) : root_(root.string()), all_(all) {}

  Listing run(const std::function<void()>& checkpoint) {
    struct Pending {
      std::string folder;  // "" or ending in '/'
      Scope scope;
    };
    std::vector<Pending> pending{{"", all_ ? nullptr : scopes_above(root_)}};
    while (!pending.empty()) {
      if (checkpoint) checkpoint();
      const Pending next = std::move(pending.back());
      pending.pop_back();
      const Scope scope =
          all_ ? nullptr : enter(root_ + "/" + next.folder, next.folder, "", next.scope);
      list(next.folder, scope.get(), [&](std::string folder) {
        pending.push_back({std::move(folder), scope});
      });
    }
    for (const std::string& file : overruns_)
      listing_.unreadable.push_back(file + ": its patterns take too many steps over some paths");
    std::sort(listing_.files.begin(), listing_.files.end(),
              [](const Listed& a, const Listed& b) { return a.path < b.path; });
    return std::move(listing_);
  }

 private:
  template <typename Found>
  void list(const std::string& folder, const IgnoreScope* scope, const Found& found) {
    Directory directory(folder.empty() ? root_ : root_ + "/" + folder.substr(0, folder.size() - 1));
    if (!directory) {
      listing_.unreadable.push_back((folder.empty() ? "." : folder) + ": " + std::strerror(errno));
      return;
    }
    const bool beside_database = holds_reserved(directory.descriptor());
    while (const dirent* entry = directory.next()) {
      const std::string_view name = entry->d_name;
      if (name == ".git") continue;
      struct stat status {};
      if (fstatat(directory.descriptor(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        continue;  // removed meanwhile
      }
      const bool is_directory = S_ISDIR(status.st_mode);
      std::string path = folder + std::string(name);
      if (S_ISLNK(status.st_mode)) {
        ++listing_.links;
        continue;
      }
      const auto said = verdict(scope, path, is_directory, overruns_);
      if (said == IgnoreFile::Verdict::ignore) continue;
      if (!all_ && name.starts_with('.') && said != IgnoreFile::Verdict::keep) continue;
      if (is_directory) {
        found(path + "/");
      } else if (!S_ISREG(status.st_mode)) {
        ++listing_.specials;
      } else if (!(beside_database && is_reserved(directory.descriptor(), name)) &&
                 (status.st_nlink == 1 || !is_reserved(status))) {
        const auto mtime = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
        listing_.files.push_back({std::move(path), status.st_size, mtime});
      }
    }
  }

  std::string root_;
  bool all_;
  Listing listing_;
  std::set<std::string> overruns_;  // ignore files, by name
};

}  // namespace

Listing walk(const fs::path& root, bool all, const std::function<void()>& checkpoint) {
  std::error_code error;
  const auto canonical = fs::canonical(root, error);
  if (error) throw Error(ErrorCode::not_found, "no such directory", root.string());
  if (!fs::is_directory(canonical)) {
    throw Error(ErrorCode::invalid, "not a directory", root.string());
  }
  return Walker(canonical, all).run(checkpoint);
}

}  // namespace dossier::snapshot
