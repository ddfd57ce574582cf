// grep's question as a search of lines: apart from it, so that the search can be built without the
// readers of trees.
#include <algorithm>

#include "engine/error.h"
#include "engine/readers/snapshot/ignore.h"
#include "engine/search/grep_pattern.h"
#include "engine/unicode.h"
#include "store/index/contents.h"

namespace dossier {

namespace {

constexpr int kMostAlternatives = 256;
// Of one glob: each of its braces takes a copy of it, and a level of the stack.
constexpr int kMostBraces = 64;
constexpr size_t kLongestGlob = 64 << 10;

// The lines that do not match.
class OtherLines final : public search::Matcher {
 public:
  explicit OtherLines(search::RegexMatcher matcher) : matcher_(std::move(matcher)) {}
  using Matcher::matches;
  bool matches(std::string_view line) const override { return !matcher_.matches(line); }

 private:
  search::RegexMatcher matcher_;
};

// Tries "a{b,c}d" as "abd" and "acd"; `left` counts down what may still be tried.
bool matches_any(const std::string& glob, std::string_view path, int& left) {
  const size_t open = glob.find('{');
  const size_t close = open == glob.npos ? open : glob.find('}', open);
  if (close == glob.npos) {
    if (--left < 0)
      throw Error(ErrorCode::limit, "a glob stands for more than " +
                                        std::to_string(kMostAlternatives) + " alternatives");
    return snapshot::glob_matches(glob, path);
  }
  for (size_t at = open + 1; at <= close;) {
    const size_t comma = std::min(glob.find(',', at), close);
    if (matches_any(glob.substr(0, open) + glob.substr(at, comma - at) + glob.substr(close + 1),
                    path, left))
      return true;
    at = comma + 1;
  }
  return false;
}

}  // namespace

bool path_matches(std::string_view glob, std::string_view path) {
  const bool whole = glob.find('/') != std::string_view::npos;
  if (glob.starts_with('/')) glob.remove_prefix(1);
  if (glob.size() > kLongestGlob || std::count(glob.begin(), glob.end(), '{') > kMostBraces)
    throw Error(ErrorCode::limit, "a glob is longer than 64 KB, or has more than " +
                                      std::to_string(kMostBraces) + " braces");
  int left = kMostAlternatives;
  return matches_any(std::string(glob), whole ? path : path.substr(path.rfind('/') + 1), left);
}

bool is_selected(const std::vector<std::string>& globs, std::string_view path) {
  bool wanted = std::all_of(globs.begin(), globs.end(),
                            [](const std::string& glob) { return glob.starts_with('!'); });
  for (const auto& glob : globs) {
    const bool excludes = glob.starts_with('!');
    if (path_matches(std::string_view(glob).substr(excludes ? 1 : 0), path)) {
      if (excludes) return false;
      wanted = true;
    }
  }
  return wanted;
}

LineSearch search_lines(SearchIndex& index, std::string scope, const LineQuery& query) {
  LineSearch search(index, std::move(scope));
  const std::string pattern = search::pattern_of_grep(query.pattern);
  const search::RegexOptions options{query.ignore_case};
  search.add_checkpoint(query.checkpoint);
  if (query.inverts)
    search.add_matcher(std::make_unique<OtherLines>(search::RegexMatcher(pattern, options)),
                       search::Plan::all(), true);
  else
    search.add_regex(pattern, options);
  if (!query.language.empty())
    search.add_filter([language = query.language](const FileEntry& file) {
      return equal_ignoring_case(file.language, language);
    });
  if (!query.globs.empty())
    search.add_filter(
        [globs = query.globs](const FileEntry& file) { return is_selected(globs, file.path); });
  return search;
}

}  // namespace dossier
