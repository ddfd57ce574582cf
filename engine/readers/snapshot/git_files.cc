#include "engine/readers/snapshot/git_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "engine/error.h"
#include "engine/readers/snapshot/beneath.h"
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

/// Of all files below folders, and below those to which links among them lead.
class Below {
 public:
  void refuse_irregular_in(const fs::path& git) {
    pending_.push_back(git);
    while (!pending_.empty()) {
      const fs::path folder = std::move(pending_.back());
      pending_.pop_back();
      std::error_code none;
      if (seen_.insert(fs::weakly_canonical(folder, none)).second) look_below(folder);
    }
  }

 private:
  // Git's own folders have as many files as they like; where a link leads, nobody knows.
  static constexpr size_t kMostLinked = 200'000;

  void look_below(const fs::path& folder) {
    const bool is_linked = seen_.size() > 1;
    refuse_irregular(folder.string());
    walk_below(folder.string(), [&](const std::string& path, EntryKind kind) {
      refuse_irregular(path);
      std::error_code none;
      if (kind == EntryKind::link && fs::is_directory(path, none)) pending_.emplace_back(path);
      if (is_linked && ++linked_ > kMostLinked)
        throw Error(ErrorCode::limit, "a link of a repository leads to too many files",
                    folder.string());
      return true;
    });
  }

  std::vector<fs::path> pending_;
  std::set<fs::path> seen_;
  size_t linked_ = 0;
};

void refuse_reserved_below(const fs::path& git) { Below().refuse_irregular_in(git); }

}  // namespace

std::optional<std::string> text_of_git_file(const fs::path& file, size_t most) {
  const Descriptor opened(
      open_unreserved(AT_FDCWD, file.string(), O_RDONLY | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!opened || ::fstat(opened.number(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return bytes_up_to(opened.number(), status.st_size, static_cast<int64_t>(most) - 1);
}

fs::path folder_named_in(const fs::path& file, std::string_view before) {
  std::string line = text_of_git_file(file, 1 << 12).value_or("");
  line.resize(std::min(line.find('\n'), line.size()));
  if (line.size() == before.size() || !line.starts_with(before)) return {};
  return file.parent_path() / line.substr(before.size());
}

namespace {

/// Of the folders of objects that others name, and those that these name.
class Alternates {
 public:
  void refuse_reserved_of(const fs::path& objects) {
    const fs::path list = objects / "info" / "alternates";
    std::error_code none;
    const std::string text = text_of_git_file(list, kMostBytes + 1).value_or("");
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
    const std::string text = text_of_git_file(config, kMostBytes + 1).value_or("");
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
