#include "engine/person_state.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "engine/descriptor.h"
#include "engine/digest.h"
#include "engine/error.h"
#include "engine/new_file.h"
#include "engine/regular_file.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMost = 1 << 20;

// Why the folder, or the nearest one above it, is no place for anything; "" if it looks like one.
std::string why_unusable(const fs::path& folder) {
  fs::path at = folder;
  while (!is_anything_at(at) && at.has_relative_path()) at = at.parent_path();
  struct stat status {};
  std::string why;
  if (::stat(at.c_str(), &status) != 0)
    why = why_unreadable(at);
  else if (!S_ISDIR(status.st_mode))
    why = "is not a folder";
  else if (at == folder && status.st_uid != ::geteuid())
    why = "belongs to another user";
  else if (::access(at.c_str(), W_OK | X_OK) != 0)
    why = std::strerror(errno);
  return why.empty() ? why : at.string() + ": " + why;
}

// Makes the folder for this user alone. Returns why it cannot be used; "" if it can. A link is
// followed: the folder above is the person's own.
std::string make_private(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder.parent_path(), failure);
  int error = ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
  struct stat status {};
  if (::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
      status.st_uid == ::geteuid()) {
    if ((status.st_mode & 0777) == 0700 || ::chmod(folder.c_str(), 0700) == 0) return {};
    error = errno;
  }
  const std::string why = why_unusable(folder);
  return why.empty() ? folder.string() + ": " + std::strerror(error) : why;
}

std::string cannot_remember(const std::string& why) { return "nothing can be remembered: " + why; }

const char* const kNoPlace = "neither XDG_STATE_HOME nor HOME names a folder";

// Whether `inner` is `outer` or lies in it, whatever leads to them, and before either is there.
bool is_within(const fs::path& inner, const fs::path& outer) {
  std::error_code failure;
  const fs::path named = fs::weakly_canonical(outer, failure);
  for (fs::path at = fs::weakly_canonical(inner, failure); !failure; at = at.parent_path()) {
    std::error_code missing;
    if (at == named || fs::equivalent(at, outer, missing)) return true;
    if (!at.has_relative_path()) break;
  }
  return false;
}

// Where the folder belongs; empty where neither variable says so.
fs::path place() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  // The XDG base directory specification has relative paths ignored.
  const bool is_given = state != nullptr && *state == '/';
  if (!is_given && (home == nullptr || *home != '/')) return {};
  return (is_given ? fs::path(state) : fs::path(home) / ".local/state") / "dossier";
}

// Who only asks makes no folder.
std::string existing_folder() { return is_anything_at(place()) ? state_folder() : std::string(); }

fs::path file_of(const fs::path& folder, std::string_view kind, std::string_view key) {
  return folder / kind / hex(bytes_of(sha256({key})));
}

std::vector<fs::path> files_of(std::string_view kind) {
  const std::string folder = existing_folder();
  std::vector<fs::path> out;
  if (folder.empty()) return out;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(fs::path(folder) / kind, failure))
    out.push_back(entry.path());
  return out;
}

std::optional<std::string> read_record(const fs::path& file) {
  try {
    return read_regular(file, kMost);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string state_folder() {
  const fs::path folder = place();
  return !folder.empty() && make_private(folder).empty() ? folder.string() : std::string();
}

std::string why_no_state() {
  const fs::path folder = place();
  const std::string why = folder.empty() ? kNoPlace : why_unusable(folder);
  return why.empty() ? why : cannot_remember(why);
}

bool holds_state(const std::string& folder) {
  const fs::path state = place();
  return !state.empty() && is_within(state, folder);
}

bool is_in_state(const std::string& file) {
  const fs::path state = place();
  return !state.empty() && is_within(fs::path(file).parent_path(), state);
}

std::optional<std::string> read_state(std::string_view kind, std::string_view key) {
  const std::string folder = existing_folder();
  if (folder.empty()) return std::nullopt;
  return read_record(file_of(folder, kind, key));
}

std::vector<std::string> all_state(std::string_view kind) {
  std::vector<std::string> out;
  for (const auto& file : files_of(kind))
    if (auto record = read_record(file)) out.push_back(std::move(*record));
  return out;
}

std::string write_state(std::string_view kind, std::string_view key, std::string_view record,
                        bool durable) {
  const fs::path folder = place();
  if (folder.empty()) return cannot_remember(kNoPlace);
  for (const fs::path& needed : {folder, folder / kind})
    if (const std::string why = make_private(needed); !why.empty()) return cannot_remember(why);
  try {
    NewFile made(file_of(folder, kind, key));
    for (size_t at = 0; at < record.size();) {
      const ssize_t written = ::write(made.fd(), record.data() + at, record.size() - at);
      if (written < 0) throw Error(ErrorCode::io, std::strerror(errno), made.made());
      at += static_cast<size_t>(written);
    }
    made.replace(durable);
  } catch (const Error& failure) {
    return cannot_remember(failure.what());
  }
  return {};
}

bool remove_state(std::string_view kind, std::string_view key) {
  const std::string folder = existing_folder();
  return !folder.empty() && ::unlink(file_of(folder, kind, key).c_str()) == 0;
}

void prune_state(std::string_view kind, size_t most,
                 const std::function<bool(const std::string& record)>& is_alive) {
  const std::vector<fs::path> files = files_of(kind);
  if (files.size() <= most) return;
  for (const auto& file : files)
    if (const auto record = read_record(file); record && !is_alive(*record)) ::unlink(file.c_str());
}

}  // namespace dossier
