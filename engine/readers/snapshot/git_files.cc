#include "engine/readers/snapshot/git_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "engine/error.h"
#include "engine/readers/snapshot/folders.h"
#include "engine/readers/snapshot/git_config.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;

void refuse_irregular(const std::string& file) {
  struct stat status {};
  const bool there = ::lstat(file.c_str(), &status) == 0;
  if (there && (S_ISLNK(status.st_mode) || status.st_nlink > 1)) refuse_reserved(file);
  // It would also wait for ever at one that somebody may or may not write to.
  const bool leads = there && ::stat(file.c_str(), &status) == 0;
  if (leads && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)))
    throw Error(ErrorCode::denied, "the files of a repository must be regular files", file);
}

void refuse_reserved_below(const fs::path& git) {
  refuse_irregular(git.string());
  walk_below(git.string(), [&](const std::string& path, EntryKind) {
    refuse_irregular(path);
    return true;
  });
}

/// The folder that a line of the file names; "" without one. `file` may be missing.
fs::path folder_named_in(const fs::path& file, std::string_view before) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return {};
  std::string line = read_unreserved(file.string(), 1 << 12);
  line.resize(std::min(line.find('\n'), line.size()));
  if (!line.starts_with(before)) return {};
  return file.parent_path() / line.substr(before.size());
}

/// Of the folders of objects that others name, and those that these name.
class Alternates {
 public:
  void refuse_reserved_of(const fs::path& objects) {
    const fs::path list = objects / "info" / "alternates";
    std::error_code none;
    if (!fs::is_regular_file(list, none)) return;
    const std::string text = read_unreserved(list.string(), kMostBytes + 1);
    if (text.size() > kMostBytes)
      throw Error(ErrorCode::limit, "a repository names too many alternates", list.string());
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.front() == '#') continue;
      const fs::path other = fs::weakly_canonical(objects / line, none);
      if (!seen_.insert(other).second) continue;
      if (seen_.size() > kMost)
        throw Error(ErrorCode::limit, "a repository names too many alternates", list.string());
      refuse_reserved_below(other);
      refuse_reserved_of(other);
    }
  }

 private:
  static constexpr size_t kMost = 64, kMostBytes = 1 << 16;
  std::set<fs::path> seen_;
};

/// Of the files that a repository's configuration includes, and those that these include.
class Includes {
 public:
  void refuse_irregular_of(const fs::path& config) {
    std::error_code none;
    if (!fs::is_regular_file(config, none)) return;
    const std::string text = read_unreserved(config.string(), kMostBytes + 1);
    if (text.size() > kMostBytes)
      throw Error(ErrorCode::limit, "the configuration of a repository is too long",
                  config.string());
    for (const std::string& value : included_in(text)) {
      const fs::path file = included_file(config, value);
      if (!seen_.insert(fs::weakly_canonical(file, none)).second) continue;
      if (seen_.size() > kMost)
        throw Error(ErrorCode::limit, "the configuration of a repository includes too many files",
                    config.string());
      refuse_reserved(file.string());
      refuse_irregular(file.string());
      refuse_irregular_of(file);
    }
  }

 private:
  static constexpr size_t kMost = 64, kMostBytes = 1 << 20;
  std::set<fs::path> seen_;
};

void refuse_irregular_includes_of(const fs::path& git) {
  Includes includes;
  for (const char* name : {"config", "config.worktree"}) includes.refuse_irregular_of(git / name);
}

}  // namespace

void refuse_irregular_files_of(const fs::path& path) {
  std::error_code none;
  for (fs::path at = fs::weakly_canonical(fs::absolute(path), none);; at = at.parent_path()) {
    fs::path git = at / ".git";
    if (const auto named = folder_named_in(git, "gitdir: "); !named.empty()) git = named;
    if (!fs::is_directory(git, none) && fs::is_directory(at / "objects", none)) git = at;
    if (fs::is_directory(git, none)) {
      refuse_reserved_below(git);
      refuse_irregular_includes_of(git);
      Alternates alternates;
      alternates.refuse_reserved_of(git / "objects");
      if (const auto common = folder_named_in(git / "commondir", ""); !common.empty()) {
        refuse_reserved_below(common);
        refuse_irregular_includes_of(common);
        alternates.refuse_reserved_of(common / "objects");
      }
      return;
    }
    if (!at.has_relative_path()) return;
  }
}

}  // namespace dossier::snapshot
