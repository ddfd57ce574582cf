#pragma once
// The lines of repository snapshots as one connection searches them, in the order of projects,
// paths and lines. A text's rows are its lines, so the search is the one of symbols (engine/search)
// over other tables. `grep` and the virtual table `lines` are this search.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search/matcher.h"
#include "engine/search/scan.h"
#include "store/index/index.h"
#include "store/scope/texts.h"

namespace dossier {

/// A file's text as it was stored; "" for a file without one.
std::string text_of(SearchIndex& index, const FileEntry& file);

/// The lines `first`..`last` (1-based, both included) of a text.
std::string_view lines_of(std::string_view text, int64_t first, int64_t last);

/// A matching line.
struct LineHit {
  const FileName* file = nullptr;  // borrowed until the next hit
  int64_t text = 0;                // running number of the file in its scope
  int64_t line = 0;                // 1-based
  int64_t column = 0;              // 1-based, in bytes, of the first match
  std::string_view content;        // without its newline; borrowed until the next hit
};

/// Where matching lines can be: what a search finds out before it reads the first text.
struct LineCandidates {
  std::shared_ptr<const ScopeTexts> texts;  // null where no block can hold a match
  search::Scan::Admitted blocks;
  std::vector<search::BlockRange> ranges;  // of the texts that such blocks belong to, in order
};

class LineSearch {
 public:
  using FileFilter = std::function<bool(const FileEntry&)>;

  /// Over a scope (Scope::text(); empty = the newest snapshot of each project).
  LineSearch(SearchIndex& index, std::string scope) : index_(index), scope_(std::move(scope)) {}

  // Constraints, in any order; each narrows further.
  /// The first expression says what column a hit has. Throws Error{invalid} for a bad one.
  void add_regex(std::string_view pattern, search::RegexOptions options = {});
  /// One that drives the search goes before those added so far.
  void add_matcher(std::unique_ptr<search::Matcher> matcher, search::Plan plan, bool drives);
  void add_filter(FileFilter filter) { filters_.push_back(std::move(filter)); }
  void restrict_path(std::string path) { path_ = std::move(path); }
  void restrict_line(int64_t line) { line_ = line; }

  // After every constraint has been added.
  /// How many blocks can hold a match, of all snapshots: what is known before any text is.
  uint64_t plan();
  /// Where the search will look.
  std::shared_ptr<const LineCandidates> candidates();
  /// Searches `candidates->ranges[first]` to `[last - 1]` and nothing else. The candidates may be
  /// those of an equal search over another connection that sees the same facts.
  void search_part(std::shared_ptr<const LineCandidates> candidates, size_t first, size_t last);

  /// The next matching line; absent at the end. Throws Error{limit}.
  std::optional<LineHit> next();
  /// All that is known of the file of a hit's text; borrowed until the next text's is asked for.
  const FileEntry& file_of_text(int64_t text);
  SearchIndex& index() { return index_; }
  /// Leaves out the rest of the file of the last hit.
  void skip_file() { scan_->skip_range(); }

 private:
  struct Check {
    std::unique_ptr<search::Matcher> matcher;
    search::Plan plan;
  };
  void prepare();
  std::vector<search::BlockRange> ranges(const ScopeTexts& texts,
                                         const search::Scan::Admitted& blocks);
  bool admits(int64_t text);
  const FileName& name_of_text(int64_t text);
  bool holds(const search::Row& row) const;
  int64_t column_of(const search::Hit& hit) const;

  SearchIndex& index_;
  std::string scope_;
  std::vector<Check> checks_;
  std::vector<FileFilter> filters_;
  std::optional<std::string> path_;
  std::optional<int64_t> line_;
  const search::RegexMatcher* column_ = nullptr;  // one of the checks
  std::unique_ptr<search::Matcher> everything_;

  std::optional<uint64_t> planned_;
  search::Scan::Admitted admitted_;  // null: every block
  std::shared_ptr<const LineCandidates> candidates_;
  std::optional<IndexReader> reader_;
  std::optional<search::Scan> scan_;
  TextNames names_;
  FileName name_;
  int64_t name_text_ = -1;  // whose `name_` is
  FileEntry file_;
  int64_t file_text_ = -1;  // whose `file_` is
};

/// Whether a path of a tree, or its last part where the glob has no '/', matches gitignore's kind
/// of glob.
bool path_matches(std::string_view glob, std::string_view path);

/// What `grep` asks.
struct LineQuery {
  std::string pattern;
  bool ignore_case = false;
  std::vector<std::string> globs;  // of paths, gitignore's kind; a file has to match one of them
  std::string language;            // ignoring case; "" = every one
};
LineSearch search_lines(SearchIndex& index, std::string scope, const LineQuery& query);

}  // namespace dossier
