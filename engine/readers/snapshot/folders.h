#pragma once
// Folders, listed without what std::filesystem keeps for it: its iterator holds every path taken
// apart, at every level, which is 500 MB for 3,000 nested folders.
#include <dirent.h>

#include <cstdint>
#include <functional>
#include <string>

namespace dossier::snapshot {

/// An open folder. Symbolic links in place of the last part of the path are followed where
/// `follow` says so.
class Directory {
 public:
  explicit Directory(const std::string& path, bool follow = false);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  explicit operator bool() const { return stream_ != nullptr; }  // else errno says why
  int descriptor() const { return descriptor_; }
  /// The next entry but "." and ".."; null behind the last.
  const dirent* next();

 private:
  int descriptor_;
  DIR* stream_;
};

enum class EntryKind : uint8_t { file, folder, link, other };

/// Calls `visit` for everything below the folder, in no order, with `folder` in front of the path;
/// a folder for which it says true is entered. Links are not followed, save `folder` itself; what
/// cannot be listed is passed by.
void walk_below(const std::string& folder,
                const std::function<bool(const std::string& path, EntryKind kind)>& visit);

}  // namespace dossier::snapshot
