#pragma once
// Searches whole texts for a pattern that spans lines (engine/search/spanning.h). The index narrows
// the texts by a piece of the pattern; each of them is then matched as a whole. A hit begins at the
// line in which its match begins, and its content is every line of the match.
#include <optional>
#include <string>

#include "engine/search/matcher.h"
#include "store/index/contents.h"

namespace dossier {

/// Whether the query's pattern spans lines. Throws Error{invalid} for an invalid one.
bool spans_lines(const LineQuery& query);

class SpanSearch {
 public:
  SpanSearch(SearchIndex& index, std::string scope, const LineQuery& query);

  /// The next match; absent at the end. Throws Error{limit}.
  std::optional<LineHit> next();
  /// Skips the rest of the last hit's file.
  void skip_file() { from_ = text_.size() + 1; }
  /// The file that is being searched, where a checkpoint has thrown; null before the first.
  const FileName* place() const { return at_ == 0 ? nullptr : &file_; }

 private:
  bool open_next();

  SearchIndex& index_;
  LineSearch texts_;  // those that may have a match
  search::RegexMatcher matcher_;
  std::vector<std::string> globs_;
  std::string language_;
  std::function<void()> checkpoint_;  // the database's, and the query's
  std::shared_ptr<const LineCandidates> candidates_;
  size_t at_ = 0;  // of the next text
  FileEntry file_;
  std::string text_;
  size_t from_ = 1;  // of the next match
  size_t line_from_ = 0;
  int64_t line_ = 1;  // of line_from_
};

}  // namespace dossier
