#include "agent/workspace/bounds.h"

#include <algorithm>
#include <set>

#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

bool equal(std::string_view a, std::string_view b) {
  return file_name_fold(a) == file_name_fold(b);
}

// Whose folders they are: git, Mercurial and Jujutsu each run commands that a file in theirs names.
struct Own {
  std::string_view name;
  std::u16string_view folded, shortened;
};
constexpr Own kOwn[] = {
    {".git", u".git", u"git~1"}, {".hg", u".hg", u"hg~1"}, {".jj", u".jj", u"jj~1"}};

// The name or its short one, and behind it nothing that NTFS would keep: dots, spaces, the name of
// a stream. Folded.
bool is_own(std::u16string_view name, const Own& own) {
  const size_t size = name.starts_with(own.folded)      ? own.folded.size()
                      : name.starts_with(own.shortened) ? own.shortened.size()
                                                        : 0;
  if (size == 0) return false;
  const size_t end = name.find_first_not_of(u". ", size);
  return end == name.npos || name[end] == u':';
}

bool is_below(std::string_view path, const std::string& folder) {
  return folder == "." ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

std::string_view repository_name(std::string_view name) {
  const std::u16string folded = file_name_fold(name);
  // NTFS takes a backslash for a slash.
  for (size_t at = 0; at <= folded.size();) {
    const size_t end = std::min(folded.find(u'\\', at), folded.size());
    for (const Own& own : kOwn)
      if (is_own(std::u16string_view(folded).substr(at, end - at), own)) return own.name;
    at = end + 1;
  }
  return {};
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
