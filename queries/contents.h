#pragma once
// The texts of repository snapshots as one connection reads them: the files of a scope, a file's
// text, and the lines that match a pattern, in the order of paths. A text's rows are its lines, so
// the search is the one of symbols (engine/search) over other tables.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search/scan.h"
#include "queries/scope.h"

namespace dossier {

class Store;

/// A file as a scope holds it.
struct FileEntry {
  std::string path;
  std::string language;
  int64_t snapshot = 0;
  size_t project = 0;  // index into ScopeFiles::projects
  int64_t size = 0;
  bool has_text = false;  // false: a binary, or above the import's cap
  bool is_binary = false;
  bool ends = false;  // the last line ends in a newline
  int64_t lines = 0;
  uint32_t segment = 0;  // where the lines stand
  uint32_t first_block = 0;
  uint32_t blocks = 0;
};

struct ScopeFiles {
  std::vector<FileEntry> files;  // by project, then in the byte order of paths
  std::vector<std::string> projects;
};

/// Reads the scope's files. Call within a read transaction.
ScopeFiles files_in(Store& store, const Scope& scope);

/// engine/search's two methods over the content index; keeps the unit read last.
class ContentReader final : public search::Source {
 public:
  explicit ContentReader(Store& store) : store_(store) {}

  void postings(search::Gram gram, const PostingVisitor& visit) override;
  const search::BlockView& block(uint32_t segment, uint32_t block) override;

  /// The text as it was stored; "" for a file without one.
  std::string text(const FileEntry& file);

 private:
  Store& store_;
  search::Unit unit_;
  int64_t unit_id_ = -1;
  int64_t unit_end_ = -1;
  search::BlockView view_;
};

struct LineQuery {
  std::string pattern;
  bool ignore_case = false;
  std::vector<std::string> globs;  // of paths, gitignore's kind; a file has to match one of them
  std::string language;            // ignoring case; "" = every one
};

/// A matching line.
struct LineHit {
  const FileEntry* file = nullptr;
  int64_t line = 0;       // 1-based
  int64_t column = 0;     // 1-based, in bytes, of the first match
  std::string_view text;  // without its newline; borrowed until the next hit
};

class LineSearch {
 public:
  /// Borrows both. Throws Error{invalid} for a bad pattern.
  LineSearch(Store& store, const ScopeFiles& files, const LineQuery& query);

  /// The next matching line; absent at the end. Throws Error{limit}.
  std::optional<LineHit> next();
  /// Leaves out the rest of the file of the last hit.
  void skip_file() { skipped_ = last_; }

 private:
  const ScopeFiles& files_;
  ContentReader reader_;
  search::RegexMatcher matcher_;
  std::optional<search::Scan> scan_;
  const FileEntry* last_ = nullptr;
  const FileEntry* skipped_ = nullptr;
};

/// The lines `first`..`last` (1-based, both included) of a text.
std::string_view lines_of(std::string_view text, int64_t first, int64_t last);

}  // namespace dossier
