#include "agent/sightings.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "engine/error.h"

namespace dossier {
namespace {

std::optional<Inode> inode_at(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Inode{status.st_dev, status.st_ino};
}

// The kernel writes blanks and backslashes of a path as three octal digits behind a backslash.
std::string unescaped(const std::string& field) {
  std::string out;
  for (size_t at = 0; at < field.size(); ++at) {
    const bool is_escape = field[at] == '\\' && at + 3 < field.size();
    out +=
        is_escape ? static_cast<char>(std::stoi(field.substr(at + 1, 3), nullptr, 8)) : field[at];
    if (is_escape) at += 3;
  }
  return out;
}

// So that a path in it is this and what follows.
std::string without_slash(std::string path) { return path == "/" ? "" : path; }

// The folders of an overlay, of the options that it was mounted with.
std::vector<std::string> layers_in(const std::string& options) {
  std::vector<std::string> out;
  std::istringstream all(options);
  for (std::string option; std::getline(all, option, ',');) {
    const size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    if (name != "upperdir" && !name.starts_with("lowerdir")) continue;
    std::istringstream folders(option.substr(equals + 1));
    for (std::string folder; std::getline(folders, folder, ':');)
      if (!folder.empty()) out.push_back(without_slash(unescaped(folder)));
  }
  return out;
}

// "/a/b/c" ends in "", "/c", "/b/c" and "/a/b/c".
std::vector<std::string> ends_of(const std::string& path) {
  std::vector<std::string> out = {""};
  for (size_t at = path.rfind('/'); at != path.npos;
       at = at == 0 ? path.npos : path.rfind('/', at - 1))
    out.push_back(path.substr(at));
  return out;
}

bool is_same_file(const struct stat& one, const struct stat& other) {
  if (!S_ISREG(one.st_mode)) return false;
  if (one.st_dev == other.st_dev) return one.st_ino == other.st_ino;
  return one.st_size == other.st_size && one.st_mtim.tv_sec == other.st_mtim.tv_sec &&
         one.st_mtim.tv_nsec == other.st_mtim.tv_nsec;
}

}  // namespace

Reach::Reach(const std::string& writable, const std::vector<std::string>& readable) {
  writable_ = inode_at(writable).value_or(Inode{});
  for (const auto& path : readable)
    if (const auto inode = inode_at(path)) readable_.push_back(*inode);
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream fields(line), behind(line.substr(line.find(" - ") + 3));
    std::string number, parent, device, root, point, kind, source, options;
    if (!(fields >> number >> parent >> device >> root >> point)) continue;
    mounts_.push_back({without_slash(unescaped(root)), without_slash(unescaped(point))});
    if (behind >> kind >> source >> options && kind == "overlay")
      mounts_.back().layers = layers_in(options);
  }
  if (mounts_.empty()) throw Error(ErrorCode::io, "cannot be read", "/proc/self/mountinfo");
}

const Reach::Mount& Reach::mount_of(const std::string& path) const {
  const Mount* found = &mounts_.front();
  size_t longest = 0;  // of two at one place the later one is on top
  for (const auto& mount : mounts_) {
    const bool is_above = mount.point == path || path.starts_with(mount.point + "/");
    if (!is_above || mount.point.size() < longest) continue;
    found = &mount;
    longest = mount.point.size();
  }
  return *found;
}

bool Reach::reaches(Sighting& sighting) const {
  bool is_readable = false, is_writable = false;
  for (size_t at = 0; at != sighting.path.npos; at = sighting.path.find('/', at + 1)) {
    const std::string folder = at == 0 ? "/" : sighting.path.substr(0, at);
    const auto inode = inode_at(folder);
    if (!inode) return false;
    if (is_writable) sighting.folders.push_back(folder);
    is_writable = is_writable || *inode == writable_;
    is_readable =
        is_readable || std::find(readable_.begin(), readable_.end(), *inode) != readable_.end();
  }
  return is_writable || is_readable;
}

std::vector<Sighting> Reach::of(const std::string& path, int stacked) const {
  struct stat file {
  }, seen{};
  if (::lstat(path.c_str(), &file) != 0) return {};
  const Mount& mount = mount_of(path);
  const std::string inner = path.substr(mount.point.size());
  std::set<std::string> places = {path};  // in a chroot its own mount may be told of nowhere
  for (const std::string& end : ends_of(mount.root + inner))
    for (const auto& any : mounts_) places.insert(any.point + end);
  std::vector<Sighting> out;
  for (const auto& place : places) {
    if (::lstat(place.c_str(), &seen) != 0 || !is_same_file(seen, file)) continue;
    Sighting sighting{place, {seen.st_dev, seen.st_ino}};
    if (reaches(sighting)) out.push_back(std::move(sighting));
  }
  if (stacked == 0) return out;
  for (const auto& layer : mount.layers) {
    if (!layer.starts_with('/'))
      throw Error(ErrorCode::denied,
                  "the command is not run, since it could reach the database in a folder of the "
                  "overlay that it lies in; --db keeps it elsewhere",
                  path);
    for (Sighting& below : of(layer + mount.root + inner, stacked - 1))
      out.push_back(std::move(below));
  }
  return out;
}

}  // namespace dossier
