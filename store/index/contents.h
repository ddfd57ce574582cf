#pragma once
// Searches the lines of stored files over one connection, in the order of projects, paths and
// lines. The rows of a text are its lines, so this is the search of symbols (engine/search) over
// other tables. `grep` and the virtual table `lines` use it.
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

/// The stored text of a file; "" if it has none.
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

/// The candidate places of matching lines, determined before the first text is read.
struct LineCandidates {
  std::shared_ptr<const ScopeTexts> texts;  // null if no block can hold a match
  search::Scan::Admitted blocks;
  std::vector<search::BlockRange> ranges;  // of the texts with such blocks, in order
};

class LineSearch {
 public:
  using FileFilter = std::function<bool(const FileEntry&)>;

  /// Searches a scope (Scope::text(); empty = the newest snapshot of each project).
  LineSearch(SearchIndex& index, std::string scope) : index_(index), scope_(std::move(scope)) {}

  // Constraints, in any order; each narrows further.
  /// The first expression determines the column of a hit. Throws Error{invalid} for an invalid one.
  void add_regex(std::string_view pattern, search::RegexOptions options = {});
  /// A matcher that drives the search goes before those added so far.
  void add_matcher(std::unique_ptr<search::Matcher> matcher, search::Plan plan, bool drives);
  void add_filter(FileFilter filter) { filters_.push_back(std::move(filter)); }
  void restrict_path(std::string path) { path_ = std::move(path); }
  void restrict_line(int64_t line) { line_ = line; }
  /// Called where the database's checkpoint is, and may throw likewise.
  void add_checkpoint(std::function<void()> checkpoint) { checkpoint_ = std::move(checkpoint); }

  // After every constraint has been added.
  /// The number of blocks, of all snapshots, that can hold a match. Known before any text is read.
  uint64_t plan();
  /// The candidate places.
  std::shared_ptr<const LineCandidates> candidates();
  /// Searches only `candidates->ranges[first]` to `[last - 1]`. The candidates may come from an
  /// equal search over another connection that sees the same facts.
  void search_part(std::shared_ptr<const LineCandidates> candidates, size_t first, size_t last);

  /// The next matching line; absent at the end. Throws Error{limit}.
  std::optional<LineHit> next();
  /// The file that is being searched, where a checkpoint has thrown; null if none is open.
  const FileName* place();
  /// The file of a hit's text; borrowed until the next text is requested.
  const FileEntry& file_of_text(int64_t text);
  /// The texts of the scope, by the numbers in hits, once there is a hit.
  const ScopeTexts& texts() const { return *candidates_->texts; }
  SearchIndex& index() { return index_; }
  /// Skips the rest of the last hit's file.
  void skip_file() { scan_->skip_range(); }

 private:
  struct Check {
    std::unique_ptr<search::Matcher> matcher;
    search::Plan plan;
  };
  void prepare();
  /// Of the texts `first` to `last - 1`.
  std::vector<search::BlockRange> ranges(const ScopeTexts& texts,
                                         const search::Scan::Admitted& blocks, size_t first,
                                         size_t last);
  bool open_next();
  void open(std::shared_ptr<const LineCandidates> candidates, size_t first, size_t last);
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
  std::function<void()> checkpoint_;
  const search::RegexMatcher* column_ = nullptr;  // one of the checks
  std::unique_ptr<search::Matcher> everything_;

  std::optional<uint64_t> planned_;
  search::Scan::Admitted admitted_;  // null: every block
  std::shared_ptr<const LineCandidates> candidates_;
  bool is_divided_ = false;  // by search_part()
  size_t next_text_ = 0;     // whose places are not determined yet
  std::optional<IndexReader> reader_;
  std::optional<search::Scan> scan_;
  TextNames names_;
  FileName name_;
  int64_t name_text_ = -1;  // the text that `name_` belongs to
  FileEntry file_;
  int64_t file_text_ = -1;  // the text that `file_` belongs to
};

/// Whether a path of a tree matches a gitignore glob, in which "{a,b}" is one of the two. A glob
/// without '/' is matched against the last part of the path. Throws Error{limit} for a glob of too
/// many alternatives.
bool path_matches(std::string_view glob, std::string_view path);
/// Whether a path matches one of the globs, or all of them exclude, and none that excludes ("!…")
/// matches it.
bool is_selected(const std::vector<std::string>& globs, std::string_view path);

/// A request of `grep`.
struct LineQuery {
  std::string pattern;
  bool ignore_case = false;
  bool inverts = false;                // lines that do not match
  std::vector<std::string> globs;      // of paths, gitignore's kind (is_selected)
  std::string language;                // ignoring case; "" = every one
  std::function<void()> checkpoint{};  // beside the database's; may throw (a deadline)
};
LineSearch search_lines(SearchIndex& index, std::string scope, const LineQuery& query);

}  // namespace dossier
