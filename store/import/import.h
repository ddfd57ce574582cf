#pragma once
// Importing: a reader on a thread of its own feeds the Load on this one. What readers there are is
// decided here, by what the path holds. All or nothing: a failure leaves the database as it was.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/readers/path_map.h"
#include "engine/readers/snapshot/tree.h"
#include "store/import/load.h"

namespace dossier {

struct ImportProgress {
  int64_t modules = 0;
  int64_t rows = 0;
  uint64_t bytes = 0;                   // of the input, read so far
  std::optional<uint64_t> total_bytes;  // nothing for a pipe
};

struct ImportOptions {
  std::string path;                     // a file, a folder, or - for standard input
  std::optional<std::string> revision;  // of the repository at `path`, read without a checkout
  bool all = false;                     // of a folder: hidden and ignored files too
  bool symbols = true;                  // of a folder or revision; false: its files alone
  int64_t max_file_bytes = snapshot::TreeOptions().max_file_bytes;
  std::vector<std::string> others;     // further files, folders and globs: of assemblies only
  bool assemblies = false;             // of a folder: its assemblies, whatever else it holds
  bool lenient = false;                // of assemblies: import what is sound of damaged ones
  std::optional<std::string> project;  // default: default_project_name(path)
  std::optional<std::string> label;
  int lease_wait_ms = LoadOptions().lease_wait_ms;  // of a folder: for another import to end
  int chunk_ms = LoadOptions().chunk_ms;
  PathMap path_map;
  std::function<void(const ImportProgress&)>
      progress;  // called a few times a second; may throw to stop
};

struct ImportReport : LoadResult {
  std::vector<std::pair<std::string, std::string>> skipped;  // path, reason
  std::vector<std::string> warnings;
  std::optional<snapshot::TreeSummary> tree;  // of a folder or revision
  double seconds = 0;
};

/// Imports and publishes. Throws Error: invalid input with its place, conflict with another import.
ImportReport import(Store& store, const ImportOptions& options);

/// `X` for a path inside `X_Data/Managed` (a Unity game), else the file's or folder's own name
/// without what marks an export (.project.json.gz), the folder's of a pattern, `stdin` for `-`.
std::string default_project_name(const std::string& path);

}  // namespace dossier
