#pragma once
// The only writer of facts. One Load is one import: modules go in, and finish() makes them a
// snapshot, all or nothing. It commits in short chunks under a snapshot that no view shows until
// the last commit, so that readers and other writers go on meanwhile; a Load that is destroyed
// unfinished, or whose process dies, leaves the database as it was.
//
// Rejected: one transaction for the whole import (agents would wait seconds to append an event),
// and a database of its own to be copied in (twice the work).
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/canonical.h"
#include "engine/fact.h"

namespace dossier {

class Store;
struct StoredFile;

struct LoadOptions {
  std::string project;
  /// The project was named on purpose: its next version may share no module with the last.
  bool project_given = false;
  std::optional<std::string> label;
  std::string kind = "export";  // export, assemblies, directory, revision
  std::string source;           // what is imported, for people
  std::optional<std::string> revision;
  std::string readers;  // of a tree: which ones make its facts; "" = nothing to note
  bool ranked = true;   // words of contents go into the ranked index
  int lease_wait_ms = 60'000;
  int chunk_ms = 150;  // how long one chunk keeps other writers waiting
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
  bool is_new = true;     // false: the newest snapshot holds exactly this already
};

class Load {
 public:
  /// Takes the import lease. Throws Error{conflict} when another import keeps it.
  Load(Store& store, LoadOptions options);
  ~Load();
  Load(const Load&) = delete;

  /// Stores a module at the next position of the snapshot.
  void add(Module&& module);
  /// The same where the module's content_hash is known already: readers on other threads take it.
  void add(Module&& module, const ContentHash& hash);
  /// Stores a file of a tree. The module of the same path, if it has one, comes after it. Files and
  /// modules of a tree take their order from their paths.
  void add(File&& file);
  /// A file that the project's last tree holds too, with what it declares.
  void reuse(const StoredFile& file);
  /// Commits what is written so far; call it while waiting for input, so that no lock is held.
  void pause();
  /// Forgets everything added so far.
  void restart();
  /// Publishes the snapshot. Throws Error{invalid} when the snapshot shares no module name with the
  /// project's last one and the project was not named.
  LoadResult finish();

  const std::string& project() const;
  int64_t rows() const;  // types and members added, for progress

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dossier
