// grep's question as a search of lines: apart from it, so that the search can be built without the
// readers of trees.
#include <algorithm>

#include "engine/readers/snapshot/ignore.h"
#include "engine/unicode.h"
#include "queries/contents.h"

namespace dossier {
namespace {

bool matches_one(const std::vector<std::string>& globs, std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
    const bool whole = glob.find('/') != std::string::npos;
    return snapshot::glob_matches(glob.starts_with('/') ? glob.substr(1) : glob,
                                  whole ? path : name);
  });
}

}  // namespace

LineSearch search_lines(SearchIndex& index, std::string scope, const LineQuery& query) {
  LineSearch search(index, std::move(scope));
  search.add_regex(query.pattern, search::RegexOptions{query.ignore_case});
  if (!query.language.empty())
    search.add_filter([language = query.language](const FileEntry& file) {
      return equal_ignoring_case(file.language, language);
    });
  if (!query.globs.empty())
    search.add_filter(
        [globs = query.globs](const FileEntry& file) { return matches_one(globs, file.path); });
  return search;
}

}  // namespace dossier
