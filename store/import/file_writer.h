#pragma once
// The files of one import: their texts go into the content index, each distinct one once, and the
// files become rows when the snapshot is published, in the order of their paths. The sibling of
// FactWriter; Load decides when either commits.
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

/// A file as a finished snapshot holds it: what an import compares a tree with.
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
  std::string content_hash;        // "" = no content
  std::string module_hash;         // "" = no module
  std::optional<int64_t> sources;  // the set of source paths of its module's types
  search::BlockRange lines;        // of its content; its id means nothing
};
std::vector<StoredFile> files_of(Store& store, int64_t snapshot);

class FileWriter {
 public:
  /// `names` interns paths and languages. Borrows both.
  FileWriter(Store& store, const ImportMarks& marks, FactWriter& names);

  /// Files come in any order, each path once.
  void add(File&& file);
  /// A file that an earlier snapshot holds too.
  void reuse(const StoredFile& file);
  /// What the file of this path declares.
  void set_module(std::string_view path, int64_t module, std::string_view hash);

  /// Inserts the units finished so far.
  void take_units();
  /// The contents, after finish(); with their words for the ranked index if `ranked`. `breathe` is
  /// called before each, where a chunk may be committed.
  void write_contents(bool ranked, const std::function<void()>& breathe);
  /// The last transaction's part: the segment and the files.
  void write(int64_t snapshot);
  /// What tells one set of files from another: for the snapshot's hash.
  std::string digest() const;

  int64_t count() const { return static_cast<int64_t>(files_.size()); }
  /// Waits for the index of what was added; write() comes next.
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
    search::BlockRange lines;  // of one that was stored before
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
