#pragma once
// The only writer of facts. A Load is one import: modules are added, and finish() publishes them as
// a snapshot, all or nothing. It commits in short chunks under a snapshot that no view shows before
// the last commit, so readers and other writers continue meanwhile. A Load that is destroyed before
// finish(), or whose process dies, leaves the database as it was.
//
// Rejected: one transaction for the whole import (agents would wait seconds to append an event); a
// separate database that is copied in (twice the work).
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/canonical.h"
#include "engine/fact.h"
#include "store/lease.h"

namespace dossier {

class Store;
struct StoredFile;

struct LoadOptions {
  std::string project;
  /// The user named the project, so its new version need not share a module with the last one.
  bool project_given = false;
  std::optional<std::string> label;
  std::string kind = "export";  // export, assemblies, directory, revision
  std::string source;           // what is imported, for people
  std::optional<std::string> revision;
  std::string readers;  // of a tree: the readers of its facts; "" = not recorded
  /// A tree: nothing new where any snapshot of the project that came from this source and revision
  /// holds exactly this, and not only where its newest one does.
  bool once = false;
  bool keep_files = false;  // of a tree, for take_files()
  bool ranked = true;       // words of contents go into the ranked index
  LeaseWait wait = {};      // for another import to end
  int chunk_ms = 150;       // how long one chunk keeps other writers waiting
  /// Where a segment of a part of the search index ends (SegmentWriter): its lists wait in memory
  /// until then.
  size_t most_postings = size_t{24} << 20;
};

struct LoadResult {
  std::string project;
  int64_t snapshot = 0;
  int64_t modules = 0;
  int64_t types = 0;
  int64_t members = 0;
  int64_t references = 0;
  int64_t files = 0;
  int64_t unchanged = 0;  // modules shared with earlier snapshots
  bool is_new = true;     // false: the newest snapshot already holds exactly this
};

class Load {
 public:
  /// Takes the import lease. Throws Error{conflict} if another import holds it.
  Load(Store& store, LoadOptions options);
  ~Load();
  Load(const Load&) = delete;

  /// Adds a module at the next position of the snapshot.
  void add(Module&& module);
  /// The same with a content_hash that a reader on another thread has computed.
  void add(Module&& module, const ContentHash& hash);
  /// Adds a file of a tree; its module, if any, is added after it. Files and modules of a tree are
  /// ordered by path.
  void add(File&& file);
  /// The snapshot that files are reused from, and the modules of its files: what all of them hold
  /// is known, and only the others are counted.
  void reuse_from(int64_t snapshot, std::vector<int64_t> modules);
  /// Adds a file, with its module, that is unchanged since the project's last tree.
  void reuse(std::shared_ptr<StoredFile> file);
  /// Says of a file of the tree how many of its lines did not parse.
  void set_damaged(std::string_view path, int64_t lines);
  /// Commits the rows written so far. Call it while waiting for input, so that no lock is held.
  void pause();
  /// Forgets everything added so far.
  void restart();
  /// Publishes the snapshot. Throws Error{invalid} when the snapshot shares no module name with the
  /// project's last one and the project was not named.
  LoadResult finish();
  /// After finish(), the files of the tree in the order of their paths, as its snapshot holds them.
  std::vector<std::shared_ptr<StoredFile>> take_files();

  const std::string& project() const;
  int64_t rows() const;  // types and members added, for progress

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier
