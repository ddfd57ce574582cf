// grep's question as a search of lines: apart from it, so that the search can be built without the
// readers of trees.
#include <algorithm>

#include "engine/readers/snapshot/ignore.h"
#include "engine/unicode.h"
#include "store/index/contents.h"

namespace dossier {

bool path_matches(std::string_view glob, std::string_view path) {
  const bool whole = glob.find('/') != std::string_view::npos;
  if (glob.starts_with('/')) glob.remove_prefix(1);
  return snapshot::glob_matches(glob, whole ? path : path.substr(path.rfind('/') + 1));
}

LineSearch search_lines(SearchIndex& index, std::string scope, const LineQuery& query) {
  LineSearch search(index, std::move(scope));
  search.add_regex(query.pattern, search::RegexOptions{query.ignore_case});
  if (!query.language.empty())
    search.add_filter([language = query.language](const FileEntry& file) {
      return equal_ignoring_case(file.language, language);
    });
  if (!query.globs.empty())
    search.add_filter([globs = query.globs](const FileEntry& file) {
      return std::any_of(globs.begin(), globs.end(),
                         [&](const std::string& glob) { return path_matches(glob, file.path); });
    });
  return search;
}

}  // namespace dossier
