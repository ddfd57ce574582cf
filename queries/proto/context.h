#pragma once
// What somebody has to know who follows a change of .proto files through a program: what changed,
// which of the changed files matter, which files have to follow, and what lies around them. Made of
// two snapshots; written as master_context.json and the files 01 to 05 beside it.
//
// The contents in it are of the earlier version, whose code has to follow, except those of .proto
// files that only the later version has. What is said of a suspect with `is_new` is of the later
// version: who must not see that leaves it out (to_json with `hide_new`).
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/json_value.h"
#include "queries/proto/changed_paths.h"
#include "queries/proto/history.h"
#include "queries/proto/schema_diff.h"
#include "queries/proto/suspects.h"
#include "store/store.h"

namespace dossier::proto {

struct ContextRequest {
  int64_t before = 0, after = 0;       // snapshots
  size_t top = 3;                      // suspects whose contents are given, 1 to kMostTop
  size_t suspects = 50;                // that are listed
  std::string only;                    // a path: only this suspect, whatever its rank
  std::string commit;                  // that the earlier snapshot is of: where its history begins;
                                       // "" = as the snapshot says
  std::vector<std::string> notes;      // of the caller: what was not imported
  std::vector<std::string> own_files;  // paths of the later version that are no part of it
  /// As if nothing but .proto files had changed: for those who are not to see what else did.
  bool schemas_alone = false;
};
inline constexpr size_t kMostTop = 50;

/// A .proto file that the change is about.
struct RelevantProto {
  std::string path;
  std::string content;
  bool is_imported = false;  // by one that changed; otherwise it changed itself
};

struct DirectoryStructure {
  std::vector<std::string> top_level;  // folders end in '/'
  /// By folder around what changed or is suspected: what is in it, breadth first, three deep.
  std::vector<std::pair<std::string, std::vector<std::string>>> near_changed;
  std::string note;  // what was left out; "" = nothing
};

/// One of the two versions, as people know it.
struct Version {
  int64_t snapshot = 0;
  std::string source;  // the folder or repository it was imported from
  std::string commit;  // of the repository; "" = a folder

  /// "415bbc93937b of /src/shop (snapshot 1)".
  std::string in_words() const;
};

/// `changes` points into `versions`, so that it can be moved and not copied.
struct Context {
  Context() = default;
  Context(Context&&) = default;
  Context& operator=(Context&&) = default;
  Context(const Context&) = delete;

  int64_t before = 0, after = 0;
  Version earlier, later;
  SchemaVersions versions;
  std::vector<SchemaChange> changes;
  std::vector<std::string> text_only;  // .proto files that were not understood, or not wholly
  std::vector<ChangedPath> files;
  std::vector<RelevantProto> protos;
  std::vector<std::string> other_protos;  // paths
  std::string proto_diff;                 // unified, of the .proto files
  DirectoryStructure structure;
  Suspects suspects;
  /// Indices of suspects.ranked, and what those files hold: the first ones that the earlier version
  /// has.
  std::vector<std::pair<size_t, std::string>> top;
  std::vector<std::string> notes;
  std::string summary;  // one line

  /// The paths of a category, as the later version has them.
  std::vector<std::string> paths_of(Category category) const;
};

/// Within a read transaction. Throws Error{not_found} for a snapshot that is not there.
Context make_context(Store& store, const ContextRequest& request);

/// master_context.json.
Json to_json(const Context& context, bool hide_new = false);
/// A change of a schema in it: {kind, name, from?, path, line, before?, after?, aspects?, breaks?}.
Json to_json(const SchemaChange& change);
/// A version in it: {snapshot, source, commit?}.
Json to_json(const Version& version);
/// A suspect in it: {path, score, state, moved_to?, reasons: [{rule, points, evidence}], lines}, in
/// which evidence and lines are [{line?, text, name?, change?}].
Json to_json(const Suspect& suspect);

/// A file to write: its name, its bytes.
struct ContextFile {
  std::string name, text;
};
/// 01_proto.txt to 05_suspectedFiles.txt and master_context.json. `master` is to_json(), with what
/// the caller adds.
std::vector<ContextFile> context_files(const Context& context, const Json& master);

/// JSON with a line for every value, as people read it.
std::string indented(const Json& value);

}  // namespace dossier::proto
