#include "cli/database_path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "engine/descriptor.h"
#include "engine/error.h"
#include "engine/readers/snapshot/git_files.h"
#include "engine/reserved.h"

namespace dossier::cli {
namespace fs = std::filesystem;

namespace {

// The git folder of the work tree that holds `folder`, following the pointer file of a linked work
// tree to the common folder; empty outside one.
fs::path git_folder(const fs::path& folder, fs::path& root) {
  std::error_code none;
  for (fs::path at = folder;; at = at.parent_path()) {
    const fs::path dot_git = at / ".git";
    root = at;
    if (fs::is_directory(dot_git, none)) return dot_git;
    if (fs::exists(dot_git, none)) {
      const fs::path git = snapshot::folder_named_in(dot_git, "gitdir: ");
      if (git.empty()) return {};
      const fs::path common = snapshot::folder_named_in(git / "commondir", "");
      return common.empty() ? git : common;
    }
    if (!at.has_relative_path()) return {};
  }
}

// As git's safe.directory: root's files are trusted, and under sudo those of who called it.
bool is_trusted(uid_t owner) {
  if (owner == 0 || owner == ::geteuid()) return true;
  const char* caller = ::geteuid() == 0 ? std::getenv("SUDO_UID") : nullptr;
  return caller && std::to_string(owner) == caller;
}

// Says who else it belongs to; "" if to nobody else.
std::string other_owner(const std::string& file, bool follow) {
  struct stat status {};
  const int failed = follow ? ::stat(file.c_str(), &status) : ::lstat(file.c_str(), &status);
  if (failed != 0 || is_trusted(status.st_uid)) return {};
  return file + " belongs to another user (" + std::to_string(status.st_uid) + ")";
}

// The same of the database that was found as `found`, its folders and what lies beside it.
std::string other_owner_of(const std::string& file, const fs::path& found) {
  std::string other = other_owner(found.parent_path().string(), true);
  if (other.empty()) other = other_owner(found.string(), false);
  if (other.empty()) other = other_owner(fs::path(file).parent_path().string(), true);
  for (const char* end : {"", "-wal", "-shm", "-journal"})
    if (other.empty()) other = other_owner(file + end, false);
  return other;
}

// All of it or, where the disk is full, nothing. A link would choose another file to write to.
bool append(const fs::path& file, std::string_view text) {
  constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const Descriptor fd(::open(file.c_str(), kFlags, 0666));
  struct stat status {};
  if (!fd || ::fstat(fd.number(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  if (::write(fd.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()))
    return true;
  static_cast<void>(!::ftruncate(fd.number(), status.st_size));
  return false;
}

}  // namespace

bool is_named(const std::optional<std::string>& given) {
  const char* named = std::getenv("DOSSIER_DB");
  return given || (named != nullptr && *named != '\0');
}

std::string database_path(const std::optional<std::string>& given) {
  if (given && given->empty()) throw Error(ErrorCode::invalid, "--db names no file: it is empty");
  if (given) return database_file(*given);
  if (const char* named = std::getenv("DOSSIER_DB"); named && *named) return database_file(named);
  return database_file(found_database());
}

std::string found_database() {
  std::error_code none;
  std::string passed_over;  // the first
  for (fs::path at = fs::current_path(none);; at = at.parent_path()) {
    if (const fs::path found = at / "dossier.db"; fs::is_regular_file(found, none)) {
      const std::string other = other_owner_of(database_file(found.string()), found);
      if (other.empty()) return found.string();
      if (passed_over.empty()) passed_over = other;
    }
    if (!at.has_relative_path()) break;
  }
  if (passed_over.empty()) return "dossier.db";
  throw Error(ErrorCode::denied,
              passed_over +
                  ", so the database there is not used; if you trust it, name it with --db; if "
                  "not, name one of your own: --db my.db");
}

void exclude_from_git(const std::string& path) {
  std::error_code none;
  const fs::path file = fs::absolute(path, none).lexically_normal();
  if (fs::exists(file, none)) return;
  fs::path root;
  const fs::path git = git_folder(file.parent_path(), root);
  if (git.empty()) return;
  const std::string line = "/" + file.lexically_relative(root).generic_string() + "*";
  const fs::path exclude = git / "info" / "exclude";
  fs::create_directories(exclude.parent_path(), none);
  constexpr size_t kMost = 1 << 20;
  const auto read = snapshot::text_of_git_file(exclude, kMost);
  // What cannot be read whole does not say where a line of its own would begin.
  if (read ? read->size() >= kMost
           : fs::symlink_status(exclude, none).type() != fs::file_type::not_found)
    return;
  const std::string known = read.value_or("");
  if (("\n" + known).find("\n" + line + "\n") != std::string::npos) return;
  const std::string gap = known.empty() || known.back() == '\n' ? "" : "\n";
  if (append(exclude, gap + line + "\n"))
    std::cerr << "dossier: " << path << " is added to .git/info/exclude\n";
}

}  // namespace dossier::cli
