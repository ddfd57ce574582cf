#pragma once
// The texts that a scope can be searched in: where each stands in the content index, in the order
// of projects and then of paths. A snapshot keeps its list as one value (_snapshot_text), read once
// per generation of the database; what a file is called is asked for only where a line matched.
// Rejected: a row for each file at every search, which costs more than the search.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/blob.h"
#include "engine/statements.h"
#include "store/scope/scope.h"
#include "store/sql.h"

namespace dossier {

// Bits of _file.flags.
inline constexpr int64_t kFileGenerated = 1;
inline constexpr int64_t kFileVendored = 2;
inline constexpr int64_t kFileBinary = 4;

/// One file's text.
struct TextRange {
  uint32_t position = 0;  // of the file in its snapshot
  uint32_t source = 0;    // index into ScopeTexts::sources
  uint32_t segment = 0;
  uint32_t first_block = 0;
  uint32_t blocks = 0;  // at least one
};

struct ScopeTexts {
  struct Source {
    int64_t snapshot = 0;
    std::string project;
  };
  std::vector<TextRange> texts;
  std::vector<Source> sources;
  std::string scope;
};

/// Which file, and what tells whether it has changed since.
struct FileName {
  std::string path;
  std::string project;
  int64_t snapshot = 0;
  int64_t size = 0;
  int64_t mtime_ns = 0;  // 0 in a revision
};

/// A file as a snapshot holds it. Where its lines stand is true for one transaction: a compaction
/// moves them.
struct FileEntry : FileName {
  std::string language;
  bool has_text = false;  // false: a binary, or above the import's cap
  bool is_binary = false;
  bool ends = false;  // the last line ends in a newline
  int64_t lines = 0;
  uint32_t segment = 0;  // where the lines stand
  uint32_t first_block = 0;
  uint32_t blocks = 0;
};

/// Codes one snapshot's texts, by position: varints of the distance in positions, the segment, the
/// distance from the end of the text before (zigzag) and the number of blocks.
std::string pack_texts(const std::vector<TextRange>& texts);
/// Appends them to `texts`. Throws Error{corrupt}.
void unpack_texts(std::string_view bytes, uint32_t source, std::vector<TextRange>& texts);

/// Reads the scope's texts. Call within a read transaction.
std::shared_ptr<const ScopeTexts> read_texts(Statements& statements, const Scope& scope);

/// The names of a scope's texts, asked for in their order: goes on from the file before where that
/// is near. One transaction's. Rejected: a statement that joins them, which starts anew for each.
class TextNames {
 public:
  /// Throws Error{corrupt} where the snapshot has no such file.
  void read(Database& db, const ScopeTexts& texts, const TextRange& text, FileName& name);

 private:
  std::optional<sql::FilesFrom> files_;  // of its own: several searches may run beside each other
  std::optional<Blob> paths_;
  int64_t snapshot_ = -1;  // where files_ is
  int64_t position_ = -1;
};

/// The file at a position of a snapshot. Throws Error{corrupt} when there is none.
FileEntry file_of(Statements& statements, const ScopeTexts& texts, const TextRange& text);
/// The files of this path, one per snapshot of the scope at most.
std::vector<FileEntry> files_at(Statements& statements, const Scope& scope, std::string_view path);
/// Every file of the scope, by project and then in the byte order of paths.
std::vector<FileEntry> files_in(Statements& statements, const Scope& scope);

}  // namespace dossier
