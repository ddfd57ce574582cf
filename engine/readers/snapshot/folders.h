#pragma once
// Lists folders without std::filesystem, whose iterator keeps every path in parts at every level:
// 500 MB for 3,000 nested folders.
#include <dirent.h>

#include <cstdint>
#include <functional>
#include <string>

namespace dossier::snapshot {

/// An open folder. If `follow`, a symbolic link as the last part of the path is followed.
class Directory {
 public:
  explicit Directory(const std::string& path, bool follow = false);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  explicit operator bool() const { return stream_ != nullptr; }  // else errno says why
  int descriptor() const { return descriptor_; }
  /// The next entry except "." and ".."; null after the last.
  const dirent* next();

 private:
  int descriptor_;
  DIR* stream_;
};

enum class EntryKind : uint8_t { file, folder, link, other };

/// Calls `visit` for everything below the folder, in no particular order, with `folder` in front of
/// the path, and enters a folder if it returns true. Links are not followed, except `folder`
/// itself; unreadable folders are skipped.
void walk_below(const std::string& folder,
                const std::function<bool(const std::string& path, EntryKind kind)>& visit);

}  // namespace dossier::snapshot
