#include "engine/readers/snapshot/walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "engine/error.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/ignore.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;
using Scope = std::shared_ptr<const IgnoreScope>;

constexpr const char* kIgnoreFiles[] = {".ignore", ".gitignore", ".git/info/exclude"};

class Directory {
 public:
  explicit Directory(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
        stream_(descriptor_ < 0 ? nullptr : fdopendir(descriptor_)) {}
  ~Directory() {
    if (stream_) {
      closedir(stream_);
    } else if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  explicit operator bool() const { return stream_ != nullptr; }
  int descriptor() const { return descriptor_; }
  const dirent* next() { return readdir(stream_); }

 private:
  int descriptor_;
  DIR* stream_;
};

constexpr int64_t kMaxIgnoreBytes = 1 << 20;  // of an ignore file that is read

// What cannot be read says nothing. Links are followed, as git does.
std::string small_file(const fs::path& path) {
  const Descriptor file(open_unreserved(AT_FDCWD, path.string(), O_RDONLY | O_NONBLOCK));
  return file.number() < 0 ? std::string() : read_up_to(file.number(), 1 << 12, kMaxIgnoreBytes);
}

/// Reads the folder's ignore files; `outer` itself if there are none.
Scope enter(const fs::path& folder, std::string relative, std::string above, const Scope& outer) {
  auto scope = std::make_shared<IgnoreScope>();
  bool any = false;
  for (size_t kind = 0; kind < std::size(kIgnoreFiles); ++kind) {
    const auto path = folder / kIgnoreFiles[kind];
    std::error_code none;
    if (!fs::is_regular_file(path, none)) continue;
    scope->files[kind] = IgnoreFile(small_file(path));
    any = any || !scope->files[kind].empty();
  }
  if (!any) return outer;
  scope->outer = outer;
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
    scope = enter(*folder, "", rest, scope);
  }
  return scope;
}

class Walker {
 public:
  Walker(const fs::path& root, bool all) : root_(root.string()), all_(all) {}

  Listing run() {
    struct Pending {
      std::string folder;  // "" or ending in '/'
      Scope scope;
    };
    std::vector<Pending> pending{{"", all_ ? nullptr : scopes_above(root_)}};
    while (!pending.empty()) {
      const Pending next = std::move(pending.back());
      pending.pop_back();
      const Scope scope =
          all_ ? nullptr : enter(root_ + "/" + next.folder, next.folder, "", next.scope);
      list(next.folder, scope.get(), [&](std::string folder) {
        pending.push_back({std::move(folder), scope});
      });
    }
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
    while (const dirent* entry = directory.next()) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || name == ".git") continue;
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
      if (!is_directory && !S_ISREG(status.st_mode)) continue;
      const auto said = verdict(scope, path, is_directory);
      if (said == IgnoreFile::Verdict::ignore) continue;
      if (!all_ && name.starts_with('.') && said != IgnoreFile::Verdict::keep) continue;
      if (is_directory) {
        found(path + "/");
      } else if (!is_reserved(directory.descriptor(), name) &&
                 (status.st_nlink == 1 || !is_reserved(status))) {
        const auto mtime = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
        listing_.files.push_back({std::move(path), status.st_size, mtime});
      }
    }
  }

  std::string root_;
  bool all_;
  Listing listing_;
};

}  // namespace

Listing walk(const fs::path& root, bool all) {
  std::error_code error;
  const auto canonical = fs::canonical(root, error);
  if (error) throw Error(ErrorCode::not_found, "no such directory", root.string());
  if (!fs::is_directory(canonical)) {
    throw Error(ErrorCode::invalid, "not a directory", root.string());
  }
  return Walker(canonical, all).run();
}

}  // namespace dossier::snapshot
