#pragma once
// A tree of files as facts: for each file, in the byte order of paths, one File and, where the
// language is known, behind it the file's Module. Files are read and parsed on several threads and
// handed over on the caller's, in order, so that a snapshot does not depend on timing.
//
// Whatever cannot be read is counted and named, and the rest goes on; a tree that changes while it
// is read yields each file as it was at some moment. Rejected: reading on the caller's thread and
// parsing behind it (parsing is nine tenths of the work, but the first file would wait for the
// last).
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/fact.h"

namespace dossier::snapshot {

struct TreeOptions {
  bool all = false;                             // hidden and ignored files too
  bool symbols = true;                          // false: files alone, nothing is parsed
  int64_t max_file_bytes = 16 << 20;            // a larger file is listed without contents
  std::chrono::milliseconds parse_limit{5000};  // of processor time, for one file
  unsigned threads = 0;                         // 0: one a core

  /// Asked in order, before a file is read, with everything but contents, lines and what contents
  /// tell, and how much of the path lies outside of its package (package_folders.h): true
  /// if the receiver knows this very file from before. It is then neither read nor handed over.
  /// May be empty.
  std::function<bool(const File&, size_t package_root)> is_known;
  /// Whether the receiver knows exactly these .proto files, and no other. Where it does not, other
  /// sources are read again, since names that they mention may have come or gone. May be empty.
  std::function<bool(const std::vector<File>&)> knows_protos;
};

struct TreeSummary {
  uint64_t files = 0;  // handed over or known
  uint64_t known = 0;  // among them: what is_known knew
  uint64_t bytes = 0;  // of the files that were read
  uint64_t modules = 0;
  uint64_t binary = 0;
  uint64_t over_limit = 0;              // listed without contents
  uint64_t links = 0;                   // symbolic links and submodules, passed over
  uint64_t with_errors = 0;             // of modules: some of the file did not parse
  uint64_t timed_out = 0;               // of modules: not all of the file was read
  std::string revision;                 // the commit, for a revision
  std::vector<std::string> unreadable;  // "path: reason", also where symbols alone were left out
};

/// Throws Error{not_found} or Error{invalid} if `root` is no directory.
TreeSummary read_directory(const std::filesystem::path& root, const TreeOptions& options,
                           const FactSink& sink);

/// A revision of the repository at `path`, bare or not, without a checkout; .gitignore does not
/// matter, since what is committed is meant. Throws Error{not_found} for an unknown revision.
TreeSummary read_revision(const std::filesystem::path& path, const std::string& revision,
                          const TreeOptions& options, const FactSink& sink);

}  // namespace dossier::snapshot
