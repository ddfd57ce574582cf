#pragma once
// Writes the files of one import. Each distinct text goes into the content index once; the files
// become rows, in path order, when the snapshot is published. Sibling of FactWriter; Load decides
// when either commits.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/search/scan.h"
#include "store/import/fact_writer.h"
#include "store/index/segment_writer.h"
#include "store/scope/texts.h"

namespace dossier {

class Store;

/// A file of a finished snapshot, for comparison with a tree.
/// A file that changed this shortly before it was read may have changed again since, within one
/// tick of the file system's clock.
inline constexpr int64_t kRacyMs = 1000;
/// In the flags of a file that was new to its snapshot: that time had passed when it was read last.
inline constexpr int64_t kFileSettled = 8;

struct StoredFile {
  std::string path;
  int64_t path_id = 0;
  std::optional<int64_t> language;
  std::optional<int64_t> content;
  std::optional<int64_t> module;
  int64_t size = 0;
  int64_t mtime_ns = 0;
  std::string object;  // git's object id, as bytes; "" = none
  int64_t flags = 0;
  int64_t damaged = 0;             // lines that did not parse
  std::string content_hash;        // "" = no content
  std::string module_hash;         // "" = no module
  std::optional<int64_t> sources;  // the set of source paths of its module's types
  search::BlockRange lines;        // of its content; its id is not used
};
std::vector<StoredFile> files_of(Store& store, int64_t snapshot);

class FileWriter {
 public:
  /// `names` interns paths and languages. Borrows both.
  FileWriter(Store& store, const ImportMarks& marks, FactWriter& names);

  /// Files come in any order, each path once.
  void add(File&& file);
  /// Adds a file that an earlier snapshot also holds.
  void reuse(const StoredFile& file);
  /// Sets the module of the file with this path.
  void set_module(std::string_view path, int64_t module, std::string_view hash);

  /// Sets how many lines of the file with this path did not parse.
  void set_damaged(std::string_view path, int64_t lines);

  /// Inserts the units finished so far.
  void take_units();
  /// Writes the contents, after finish(); with their words for the ranked index if `ranked`. Calls
  /// `yield` before each, where a chunk may be committed.
  void write_contents(bool ranked, const std::function<void()>& yield);
  /// Writes the posting lists of the segment, and lets go of their memory.
  void write_postings();
  /// Writes the files, in the last transaction.
  void write(int64_t snapshot);
  /// When the snapshot was made, and when the import began that found it to be the same.
  struct Times {
    int64_t imported_ms = 0, began_ms = 0;
  };
  /// Instead of write(): the snapshot holds exactly these files, and takes over their modification
  /// times. Calls `yield` before each change.
  void note_times(int64_t snapshot, const Times& times, const std::function<void()>& yield);
  /// A digest of the set of files, for the snapshot's hash.
  std::string digest() const;

  int64_t count() const { return static_cast<int64_t>(files_.size()); }
  /// Waits until everything added is indexed. write() comes next.
  void finish();

 private:
  struct NewContent {
    int64_t id = 0;
    std::string hash;
    int64_t bytes = 0;
    int64_t lines = 0;
    bool ends = false;
  };
  struct Known {
    int64_t id = 0;
    search::BlockRange lines;  // of a content stored before the import
  };
  const Known& content(std::string&& text, int64_t lines, const std::string& hash);
  std::string packed_texts() const;

  Store& store_;
  ImportMarks marks_;
  FactWriter& names_;
  std::map<std::string, StoredFile, std::less<>> files_;  // by path
  std::map<std::string, Known> known_;                    // contents by hash
  std::vector<NewContent> added_;
  std::unique_ptr<SegmentWriter> segment_;  // made with the first content
  std::vector<search::BlockSpan> spans_;
};

}  // namespace dossier
