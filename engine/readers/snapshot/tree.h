#pragma once
// Reads a tree of files as facts: for each file, in the byte order of paths, a File and, if its
// language is known, then its Module. Files are read and parsed on several threads and delivered on
// the caller's, in order, so a snapshot does not depend on timing.
//
// Unreadable files are counted and listed, and reading continues. If the tree changes while it is
// read, each file is as it was at some moment. Rejected: reading on the caller's thread and parsing
// on others (parsing is nine tenths of the work, but the first file would wait for the last).
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/languages/source_file.h"
#include "engine/readers/snapshot/walk.h"

namespace dossier::snapshot {

struct TreeOptions {
  bool all = false;                             // hidden and ignored files too
  bool work_tree = false;                       // walk_work_tree() instead
  bool symbols = true;                          // false: files alone, nothing is parsed
  int64_t max_file_bytes = 16 << 20;            // a larger file is listed without contents
  std::chrono::milliseconds parse_limit{5000};  // of processor time, for one file
  unsigned threads = 0;                         // 0: one a core

  /// Called for each folder while the files are listed, on the thread that lists them, and may
  /// throw to stop it. May be empty.
  std::function<void()> checkpoint;
  /// Lists a folder in the place of walk(), on a thread of its own; it calls what it is given for
  /// each folder that it reads. May be empty.
  std::function<Listing(const std::function<void()>& checkpoint)> list;
  /// Called once before is_known, while a folder's files are listed on another thread. May be
  /// empty.
  std::function<void()> meanwhile;
  /// Called in order, before a file is read, with its path, size, time and object, and with the
  /// number of leading bytes of the path outside of its package (package_folders.h). If it returns
  /// true, the receiver has this very file, and the file is neither read nor delivered. May be
  /// empty.
  std::function<bool(const File&, size_t package_root)> is_known;
  /// Whether the receiver has exactly these of the files of which `is_one` holds: .proto files, or
  /// manifests. If not, sources are read again, because their references to .proto names, or the
  /// names of what they define, may have changed. May be empty.
  std::function<bool(const std::vector<File>&, bool (*is_one)(std::string_view path))> knows_all;
  /// Whether the receiver may have what the symbols of this file are, from a file with the same
  /// contents: it was renamed or copied. Called on several threads, with everything about the file;
  /// only where .proto names are as they were. May be empty.
  std::function<bool(const File&)> may_have;
  /// What may_have said of the file, in order. Absent: the file has to be parsed after all.
  std::function<std::optional<languages::ReadSourceFile>(const File&)> take;
};

struct TreeSummary {
  uint64_t files = 0;  // delivered or known
  uint64_t known = 0;  // of these, the ones that is_known knew
  uint64_t had = 0;    // whose symbols the receiver had from another file
  uint64_t bytes = 0;  // of the files that were read
  uint64_t modules = 0;
  uint64_t binary = 0;
  uint64_t assemblies = 0;   // of these, .NET assemblies
  uint64_t over_limit = 0;   // listed without contents
  uint64_t links = 0;        // symbolic links and submodules, skipped
  uint64_t specials = 0;     // pipes, sockets and devices, skipped
  uint64_t with_errors = 0;  // modules of files that did not parse completely
  uint64_t mostly_lost = 0;  // of them: more than half of their lines did not parse
  std::string revision;      // the commit, for a revision
  /// Of those read: how many lines no reading of their language understood (readings.h).
  std::vector<std::pair<std::string, uint32_t>> damaged;
  std::vector<std::string> unreadable;  // "path: reason", also if only symbols are missing
};

/// Reads a folder. Throws Error{not_found} or Error{invalid} if `root` is not a directory.
TreeSummary read_directory(const std::filesystem::path& root, const TreeOptions& options,
                           const FactSink& sink);

/// Reads a revision of the repository at `path`, bare or not, without a checkout. .gitignore does
/// not apply to committed files. Throws Error{not_found} for an unknown revision.
TreeSummary read_revision(const std::filesystem::path& path, const std::string& revision,
                          const TreeOptions& options, const FactSink& sink);

}  // namespace dossier::snapshot
