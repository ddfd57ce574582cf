#pragma once
// The searchable texts of a scope: the place of each in the content index, ordered by project and
// then by path. A snapshot stores its list as one value (_snapshot_text), which is read once per
// generation of the database. File names are read only where a line matches. Rejected: reading a
// row per file in every search, which costs more than the search.
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
  uint32_t origin = 0;    // index into ScopeTexts::origins
  uint32_t segment = 0;
  uint32_t first_block = 0;
  uint32_t blocks = 0;  // at least one
};

struct ScopeTexts {
  struct Origin {
    int64_t snapshot = 0;
    int64_t rank = 0;  // of the snapshot
    std::string project;
  };
  std::vector<TextRange> texts;
  std::vector<Origin> origins;
  std::string scope;
};

/// A file's name, and what determines whether it has changed.
struct FileName {
  std::string path;
  std::string project;
  int64_t snapshot = 0;
  int64_t size = 0;
  int64_t mtime_ns = 0;  // 0 in a revision
};

/// A file of a snapshot. The place of its lines is valid for one transaction: a compaction moves
/// them.
struct FileEntry : FileName {
  std::string language;
  bool has_text = false;  // false: a binary, or above the import's cap
  bool is_binary = false;
  bool is_generated = false;
  bool is_vendored = false;
  bool ends = false;  // the last line ends in a newline
  int64_t lines = 0;
  uint32_t segment = 0;  // the place of the lines
  uint32_t first_block = 0;
  uint32_t blocks = 0;
};

/// Encodes one snapshot's texts, by position: varints of the distance in positions, the segment,
/// the distance from the end of the previous text (zigzag) and the number of blocks.
std::string pack_texts(const std::vector<TextRange>& texts);
/// Decodes them and appends them to `texts`. Throws Error{corrupt}.
void unpack_texts(std::string_view bytes, uint32_t origin, std::vector<TextRange>& texts);

/// Reads the scope's texts. Call within a read transaction.
std::shared_ptr<const ScopeTexts> read_texts(Statements& statements, const Scope& scope);

/// Reads the names of a scope's texts in their order, continuing from the previous file if that is
/// near. Valid for one transaction. Rejected: a statement that joins them, which would be restarted
/// for each file.
class TextNames {
 public:
  /// Throws Error{corrupt} if the snapshot has no such file.
  void read(Database& db, const ScopeTexts& texts, const TextRange& text, FileName& name);

 private:
  std::optional<sql::FilesFrom> files_;  // not shared: several searches may run at the same time
  std::optional<Blob> paths_;
  int64_t snapshot_ = -1;  // the snapshot of files_
  int64_t position_ = -1;
};

/// The file at a position of a snapshot. Throws Error{corrupt} if there is none.
FileEntry file_of(Statements& statements, const ScopeTexts& texts, const TextRange& text);
/// The files with this path, at most one per snapshot of the scope.
std::vector<FileEntry> files_at(Statements& statements, const Scope& scope, std::string_view path);
/// Every file of the scope, by project and then in the byte order of paths.
std::vector<FileEntry> files_in(Statements& statements, const Scope& scope);

}  // namespace dossier
