#include "agent/workspace/bounds.h"

#include <strings.h>

#include <algorithm>
#include <set>

#include "engine/error.h"

namespace dossier {
namespace {

bool equal(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// ".git" or "git~1", and behind it nothing that NTFS would keep: dots, spaces, the name of a
// stream.
bool is_ntfs_git(std::string_view name) {
  const size_t size = equal(name.substr(0, 4), ".git")    ? 4
                      : equal(name.substr(0, 5), "git~1") ? 5
                                                          : 0;
  if (size == 0) return false;
  const size_t end = name.find_first_not_of(". ", size);
  return end == name.npos || name[end] == ':';
}

// Characters that HFS+ leaves out when it compares names (git's utf8.c, next_hfs_char):
// U+200C-200F, U+202A-202E, U+206A-206F, U+FEFF.
size_t ignored_length(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) return 3;
  if (text.size() < 3 || text[0] != '\xe2') return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const auto third = static_cast<unsigned char>(text[2]);
  const bool ignored = (second == 0x80 && third >= 0x8c && third <= 0x8f) ||
                       (second == 0x80 && third >= 0xaa && third <= 0xae) ||
                       (second == 0x81 && third >= 0xaa && third <= 0xaf);
  return ignored ? 3 : 0;
}

bool is_hfs_git(std::string_view name) {
  std::string kept;
  for (size_t at = 0; at < name.size();) {
    const size_t ignored = ignored_length(name.substr(at));
    if (ignored == 0) kept += name[at];
    at += std::max<size_t>(1, ignored);
  }
  return equal(kept, ".git");
}

bool is_below(std::string_view path, const std::string& folder) {
  return folder == "." ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

bool is_git_name(std::string_view name) {
  // NTFS takes a backslash for a slash.
  for (size_t at = 0; at <= name.size();) {
    const size_t end = std::min(name.find('\\', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    if (is_ntfs_git(part) || is_hfs_git(part)) return true;
    at = end + 1;
  }
  return false;
}

void refuse_repository(std::span<const std::string> files, const Holds& holds) {
  const auto has = [&](const std::string& folder, std::string_view name) {
    return holds(folder, name) ||
           std::any_of(files.begin(), files.end(), [&](std::string_view file) {
             if (!is_below(file, folder)) return false;
             if (folder != ".") file.remove_prefix(folder.size() + 1);
             return equal(file.substr(0, file.find('/')), name);
           });
  };
  std::set<std::string> seen;
  for (const auto& file : files)
    for (std::string folder = file; folder != ".";) {
      const size_t slash = folder.rfind('/');
      folder = slash == folder.npos ? "." : folder.substr(0, slash);
      if (!seen.insert(folder).second) break;
      if (has(folder, "HEAD") &&
          (has(folder, "commondir") || (has(folder, "objects") && has(folder, "refs"))))
        throw Error(ErrorCode::denied,
                    folder == "." ? "git would take this folder for a repository of its own"
                                  : "git would take " + folder + " for a repository of its own",
                    file);
    }
}

}  // namespace dossier
