#pragma once
// Imports a path. A reader on its own thread feeds the Load on the caller's thread; the kind of
// input at the path decides which reader. An import is all or nothing: a failure leaves the
// database as it was.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/readers/bytes.h"
#include "engine/readers/path_map.h"
#include "engine/readers/snapshot/tree.h"
#include "store/import/load.h"

namespace dossier {

struct ImportProgress {
  int64_t modules = 0;
  int64_t rows = 0;
  uint64_t bytes = 0;                   // of the input, read so far
  std::optional<uint64_t> total_bytes;  // absent for a pipe
};

struct ImportOptions {
  std::string path;                     // a file, a folder, or - for standard input
  std::optional<std::string> revision;  // of the repository at `path`, read without a checkout
  bool all = false;                     // of a folder: hidden and ignored files too
  bool work_tree = false;               // a folder as git would commit it: walk_work_tree()
  decltype(snapshot::TreeOptions::list) list;  // of a folder: its files, in the place of walk()
  bool symbols = true;                         // of a folder or revision; false: its files alone
  bool once = false;  // of a tree: not again where a snapshot of this source holds exactly this
  int64_t max_file_bytes = snapshot::TreeOptions().max_file_bytes;
  std::vector<std::string> others;     // further files, folders and globs: of assemblies only
  bool assemblies = false;             // of a folder: its assemblies, whatever else it holds
  bool lenient = false;                // of assemblies: import what is sound of damaged ones
  std::optional<std::string> project;  // default: default_project_name(path)
  std::optional<std::string> label;
  LeaseWait wait = {};                                 // for another import to end
  int chunk_ms = LoadOptions().chunk_ms;               // of a folder
  size_t most_postings = LoadOptions().most_postings;  // likewise
  PathMap path_map;
  std::function<void(const ImportProgress&)>
      progress;  // called a few times a second; may throw to stop
  // Of an export or index: what it is called in messages and as recorded (default: its path).
  std::optional<std::string> source;
  InputKinds kinds = InputKinds::files;  // what `path` may name
};

struct ImportReport : LoadResult {
  std::vector<std::pair<std::string, std::string>> skipped;  // path, reason
  std::vector<std::string> warnings;
  std::optional<snapshot::TreeSummary> tree;  // of a folder or revision
  double seconds = 0;
};

/// Imports the path and publishes the snapshot. Throws Error for invalid input (with its place) and
/// for a conflict with another import.
ImportReport import(Store& store, const ImportOptions& options);

/// The default project name: `X` for a path inside `X_Data/Managed` (a Unity game), `stdin` for
/// `-`, otherwise the name of the file or folder without an export's extension (.project.json.gz).
/// For a pattern, the name of its folder.
std::string default_project_name(const std::string& path);

}  // namespace dossier
