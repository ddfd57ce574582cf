// A folder on disk, which no path leaves (confined_files.h) and in which no file is ever half
// written (new_file.h). The files of an open database (engine/reserved.h) are neither shown, read
// nor written.
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include "agent/workspace.h"
#include "agent/workspace/confined_files.h"
#include "agent/workspace/new_file.h"
#include "engine/error.h"
#include "engine/person_state.h"
#include "engine/reserved.h"

namespace dossier {
namespace confined {
namespace {

constexpr std::chrono::seconds kTurnWait{10};

class DiskWorkspace final : public Workspace {
 public:
  bool is_shared() const override { return true; }
  explicit DiskWorkspace(const std::string& root)
      : root_(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    if (!root_) throw Error(ErrorCode::not_found, "no such folder", root);
    place_ = place_of(root_.number(), root);
  }

  std::optional<std::string> read(std::string_view path) override {
    const std::string name = workspace_path(path);
    const Descriptor file = open_file(root_.number(), name);
    if (!file && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
    if (!file) fail(errno, name);
    check_place(file.number(), name);
    return read_all(file.number(), regular(file.number(), name).st_size, name);
  }

  std::optional<std::vector<Entry>> list(std::string_view path) override {
    const std::string name = workspace_path(path);
    Descriptor folder = open_beneath(root_.number(), name, O_RDONLY | O_DIRECTORY);
    if (!folder && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
    if (!folder) fail(errno, name);
    check_place(folder.number(), name);
    const int fd = folder.number();
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(fd), &::closedir);
    if (!stream) fail(errno, name);
    folder.release();  // the stream owns it now
    std::vector<Entry> out;
    while (const dirent* entry = ::readdir(stream.get())) {
      const std::string_view child = entry->d_name;
      if (child == "." || child == ".." || !repository_name(child).empty() ||
          is_reserved(fd, child))
        continue;
      struct stat status {};
      if (::fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (status.st_nlink > 1 && is_reserved(status)) continue;
      const bool is_folder = S_ISDIR(status.st_mode);
      const bool readable = S_ISREG(status.st_mode) && ::faccessat(fd, entry->d_name, R_OK, 0) == 0;
      out.push_back({std::string(child), is_folder, is_folder ? 0 : status.st_size, readable});
    }
    std::sort(out.begin(), out.end(),
              [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return out;
  }

  void write(std::string_view path, const std::optional<std::string>& expected,
             const std::optional<std::string>& content) override {
    const std::string name = workspace_path(path);
    if (name == ".") throw Error(ErrorCode::denied, "the root is no file", name);
    const size_t slash = name.rfind('/');
    const std::string parent = slash == name.npos ? "." : name.substr(0, slash);
    const std::string leaf = slash == name.npos ? name : name.substr(slash + 1);
    const Descriptor turn = take_turn();
    vet(std::span(&name, 1), nullptr);
    const Descriptor folder = open_folder(parent, content.has_value());
    const Target old = target(folder.number(), leaf, name);
    if (old.content != expected) throw Error(ErrorCode::conflict, "the file has changed", name);
    // Of any program: the ones that are not open here are not reserved.
    if (old.content && old.content->starts_with("SQLite format 3"))
      throw Error(ErrorCode::denied, "the file is a database, which is not edited as text", name);
    if (!content) {
      if (!old.content) return;
      if (::unlinkat(folder.number(), leaf.c_str(), 0) != 0) fail(errno, name);
      return sync(folder.number(), name);
    }
    replace(folder.number(), leaf, name, old, *content);
  }

  void vet(std::span<const std::string> files, const Holds& also) override {
    std::vector<std::string> places;
    for (const auto& file : files) {
      places.push_back(place_to_be(workspace_path(file)));
      if (is_in_state(place_ + "/" + places.back()))
        throw Error(ErrorCode::denied, "the folder holds what a person approved", file);
    }
    refuse_repository(places, [&](const std::string& folder, std::string_view name) {
      return (also && also(folder, name)) || holds(folder, name);
    });
  }

 private:
  struct Target {
    std::optional<std::string> content;
    mode_t mode = 0;
  };

  // One write of this root at a time, over all processes: between them two could otherwise complete
  // a repository of which each saw but a part. Given back with the descriptor.
  Descriptor take_turn() const {
    Descriptor root = open_beneath(root_.number(), ".", O_RDONLY | O_DIRECTORY);
    if (!root) fail(errno, ".");
    const auto until = std::chrono::steady_clock::now() + kTurnWait;
    while (::flock(root.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) fail(errno, ".");
      if (std::chrono::steady_clock::now() > until)
        throw Error(ErrorCode::conflict, "another program keeps this folder locked", place_);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return root;
  }

  // Whether something has the name, a mount point or what may not be read included: only what is
  // surely absent counts as absent.
  bool holds(const std::string& folder, std::string_view name) const {
    const Descriptor at = open_beneath(root_.number(), folder, O_PATH | O_DIRECTORY);
    struct stat status {};
    const bool found =
        at && ::fstatat(at.number(), std::string(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    return found || (errno != ENOENT && errno != ENOTDIR);
  }

  static std::string place_of(int fd, const std::string& path) {
    const std::string link = "/proc/self/fd/" + std::to_string(fd);
    std::string out(4096, '\0');
    const ssize_t size = ::readlink(link.c_str(), out.data(), out.size());
    if (size < 0 || static_cast<size_t>(size) == out.size())
      throw Error(ErrorCode::denied, "the path cannot be verified", path);
    out.resize(static_cast<size_t>(size));
    return out;
  }

  // A link inside the workspace may lead into .git: look at where the descriptor really is, from
  // the root.
  std::string check_place(int fd, const std::string& path) const {
    const std::string place = place_of(fd, path);
    const std::string base = place_ == "/" ? "" : place_;
    if (place == place_) return ".";
    if (!place.starts_with(base + "/"))
      throw Error(ErrorCode::denied, "the path leads out of the workspace", path);
    return workspace_path(std::string_view(place).substr(base.size() + 1));
  }

  // Where the file lies or would, through the links of the folders that there are.
  std::string place_to_be(const std::string& path) const {
    std::string above = path, rest;
    for (;;) {
      const size_t slash = above.rfind('/');
      rest = above.substr(slash == above.npos ? 0 : slash + 1) + (rest.empty() ? "" : "/" + rest);
      above = slash == above.npos ? "." : above.substr(0, slash);
      const Descriptor folder = open_beneath(root_.number(), above, O_PATH | O_DIRECTORY);
      if (!folder && errno == ENOENT && above != ".") continue;
      if (!folder) fail(errno, path);
      // Also a folder of a reserved name: SQLite would meet it in the place of its log.
      if (is_reserved(folder.number(), rest.substr(0, rest.find('/')))) fail(EBUSY, path);
      const std::string place = check_place(folder.number(), path);
      return place == "." ? rest : place + "/" + rest;
    }
  }

  Descriptor open_folder(const std::string& path, bool create) const {
    Descriptor folder = open_beneath(root_.number(), path, O_RDONLY | O_DIRECTORY);
    if (!folder && errno == ENOENT && create) {
      const size_t slash = path.rfind('/');
      const Descriptor above =
          open_folder(slash == path.npos ? "." : path.substr(0, slash), create);
      const std::string leaf = slash == path.npos ? path : path.substr(slash + 1);
      if (is_reserved(above.number(), leaf)) fail(EBUSY, path);
      if (::mkdirat(above.number(), leaf.c_str(), 0777) != 0 && errno != EEXIST) fail(errno, path);
      sync(above.number(), path);
      folder = open_beneath(root_.number(), path, O_RDONLY | O_DIRECTORY);
    }
    if (!folder) fail(errno, path);
    check_place(folder.number(), path);
    return folder;
  }

  static Target target(int folder, const std::string& leaf, const std::string& path) {
    if (is_reserved(folder, leaf)) fail(EBUSY, path);
    const Descriptor file = open_file(folder, leaf, RESOLVE_NO_SYMLINKS);
    if (!file && errno == ENOENT) return {};
    if (!file && errno == ELOOP)
      throw Error(ErrorCode::denied, "symbolic links are not written; name the file itself", path);
    if (!file) fail(errno, path);
    const struct stat status = regular(file.number(), path);
    if (status.st_nlink > 1)
      throw Error(ErrorCode::denied, "the file has several hard links", path);
    return {read_all(file.number(), status.st_size, path), status.st_mode & 07777};
  }

  static void replace(int folder, const std::string& leaf, const std::string& path,
                      const Target& old, std::string_view content) {
    remove_left_over(folder);
    NewFile made(folder, old.content ? 0600 : 0666, path);
    made.fill(content);
    if (old.content) {
      made.set_mode(old.mode);
      // The content is checked again at the last moment.
      if (target(folder, leaf, path).content != old.content)
        throw Error(ErrorCode::conflict, "the file has changed", path);
      if (!made.rename(leaf)) fail(errno, path);
    } else if (!made.link(leaf)) {  // a file made meanwhile is never replaced
      if (errno == EEXIST) throw Error(ErrorCode::conflict, "the file has changed", path);
      fail(errno, path);
    }
    sync(folder, path);
  }

  Descriptor root_;
  std::string place_;
};

}  // namespace
}  // namespace confined

std::unique_ptr<Workspace> disk_workspace(const std::string& root) {
  return std::make_unique<confined::DiskWorkspace>(root);
}

}  // namespace dossier
