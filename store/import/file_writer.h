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

/// A file that changed this shortly before it was read may have changed again since, within one
/// tick of the file system's clock.
inline constexpr int64_t kRacyMs = 1000;
/// In the flags of a file that was new to its snapshot: that time had passed when it was read last.
inline constexpr int64_t kFileSettled = 8;

/// A file of a finished snapshot, for comparison with a tree.
struct StoredFile {
  std::string path;
  int64_t path_id = 0;
  std::optional<int64_t> language;
  std::optional<int64_t> content;
  std::optional<int64_t> module;
  int64_t size = 0;
  int64_t mtime_ns = 0;
  std::string object;  // git's object id, as bytes, of a revision's file or a binary; "" = none
  int64_t flags = 0;
  int64_t damaged = 0;             // lines that did not parse
  std::string content_hash;        // "" = no content
  std::string module_hash;         // "" = no module
  std::optional<int64_t> sources;  // the set of source paths of its module's types
  search::BlockRange lines;        // of its content; its id is not used
};
/// In the order of their paths.
std::vector<std::shared_ptr<StoredFile>> files_of(Store& store, int64_t snapshot);
/// What the hash of a snapshot says of its files, in the order of their paths; "" of none.
std::string digest_of(const std::vector<std::shared_ptr<StoredFile>>& files);

class FileWriter {
 public:
  /// `names` interns paths and languages. Borrows both. Calls `yield` between rows, where a chunk
  /// may be committed.
  FileWriter(Store& store, const ImportMarks& marks, FactWriter& names, SegmentOptions index,
             std::function<void()> yield);

  /// Files come in any order, each path once.
  void add(File&& file);
  /// Adds a file that an earlier snapshot also holds, and shares it.
  void reuse(std::shared_ptr<StoredFile> file);
  /// Sets the module of the file with this path, and the set of its types' source paths.
  void set_module(std::string_view path, int64_t module, std::string_view hash,
                  std::optional<int64_t> sources);

  /// Sets how many lines of the file with this path did not parse.
  void set_damaged(std::string_view path, int64_t lines);

  /// Inserts what the index has finished so far: units of blocks and whole segments.
  void write_segments();
  /// Writes the contents, after finish(); with their words for the ranked index if `ranked`.
  void write_contents(bool ranked);
  /// Writes the files, in the last transaction; none is noted as settled any more.
  void write(int64_t snapshot);
  /// When the snapshot was made, and when the import began that found it to be the same.
  struct Times {
    int64_t imported_ms = 0, began_ms = 0;
  };
  /// Instead of write(): the snapshot holds exactly these files, and takes over their modification
  /// times.
  void note_times(int64_t snapshot, const Times& times);
  /// The files in the order of their paths, after write() or note_times(): as the rows are.
  std::vector<std::shared_ptr<StoredFile>> take();
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
  search::BlockRange lines_of(const StoredFile& file) const;
  search::BlockRange range_of(const SegmentWriter::Place& place) const;
  void put(std::shared_ptr<StoredFile> file);
  std::string packed_texts() const;

  Store& store_;
  ImportMarks marks_;
  FactWriter& names_;
  SegmentOptions index_;
  std::function<void()> yield_;
  std::map<std::string_view, std::shared_ptr<StoredFile>> files_;  // by their paths
  std::map<std::string, Known> known_;                             // contents by hash
  std::vector<NewContent> added_;
  std::unique_ptr<SegmentWriter> segments_;   // made with the first content
  std::vector<SegmentWriter::Place> places_;  // of what was added
};

}  // namespace dossier
