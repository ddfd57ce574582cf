// drop and compact: make a database smaller.
#include <algorithm>
#include <iostream>

#include "cli/command.h"
#include "cli/import.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json.h"
#include "queries/open.h"
#include "store/store.h"
#include "store/upkeep/compact.h"
#include "store/upkeep/drop.h"

namespace dossier::cli {
namespace {

// A misspelt path must not make an empty database.
Store open_stored(const Invocation& invocation) {
  const std::string path = invocation.database();
  Database::open(path, OpenMode::read);
  return open_to_write(path);
}

int run_drop(const Invocation& invocation) {
  const auto& named = invocation.all("SNAPSHOT");
  const bool nameless = std::find(named.begin(), named.end(), "") != named.end();
  if (nameless || (invocation.has("--project") && invocation.text("--project").empty()))
    throw Error(ErrorCode::invalid,
                "the name of a snapshot or project cannot be empty; see `dossier drop --help`");
  Store store = open_stored(invocation);
  JsonWriter json;
  json.begin_array();
  for (const auto& snapshot : named) {
    const Dropped dropped = drop_snapshot(store, invocation.text("--project"), snapshot);
    json.begin_object()
        .field("project", dropped.project)
        .field("snapshot", dropped.snapshot)
        .field("wasNewest", dropped.was_newest)
        .key("newest");  // of the project now; null: it is gone
    dropped.newest == 0 ? json.null() : json.value(dropped.newest);
    json.end_object();
    std::cerr << "dossier: dropped snapshot " << dropped.snapshot << " of '"
              << printable(dropped.project) << "'";
    if (dropped.newest == 0)
      std::cerr << ", its last; the project is gone";
    else if (dropped.was_newest)
      std::cerr << "; its newest is " << dropped.newest << " now";
    std::cerr << "\n";
  }
  if (invocation.json()) std::cout << json.end_array().text() << "\n";
  std::cerr
      << "dossier: `dossier compact` frees the space and erases what no other snapshot shares\n";
  return 0;
}

std::string megabytes(int64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text;
}

int run_compact(const Invocation& invocation) {
  Store store = open_stored(invocation);
  const Compacted done = compact(store, {.meanwhile = tell_waiting(store.database().path())});
  if (invocation.json()) {
    JsonWriter json;
    json.begin_object()
        .field("bytesBefore", done.bytes_before)
        .field("bytesAfter", done.bytes_after)
        .field("modules", done.modules)
        .field("contents", done.contents)
        .field("names", done.names)
        .field("segmentsBefore", done.segments_before)
        .field("segmentsAfter", done.segments_after)
        .field("logEmptied", done.log_emptied)
        .end_object();
    std::cout << json.text() << "\n";
  } else {
    std::cout << megabytes(done.bytes_before) << " -> " << megabytes(done.bytes_after)
              << "; removed " << counted(done.modules, "module") << ", "
              << counted(done.contents, "text") << ", " << counted(done.names, "name") << "; "
              << done.segments_before << " -> " << done.segments_after << " index segments\n";
  }
  if (done.log_emptied) return 0;
  std::cerr << "dossier: a reader still uses the write-ahead log, which holds what was removed; "
               "compact again when it has finished\n";
  return 2;
}

}  // namespace

Command drop_command() {
  return {"drop",
          Group::store,
          "Remove snapshots",
          "What other snapshots share stays. The room is given back by `dossier compact`. "
          "Transcripts go with\n`dossier sessions drop`.",
          "dossier drop 3",
          {{"SNAPSHOT", "", "The snapshot, by id or label", true, true},
           {"--project", "NAME", "The project, where a label is not enough", false, false},
           {"--json", "", "Print what was dropped as a JSON array", false, false}},
          run_drop};
}

Command compact_command() {
  return {"compact",
          Group::store,
          "Erase what was dropped and make the file small",
          "Removes what no snapshot or session holds any more, merges the segments of the search "
          "indexes, and\nwrites the file anew, which takes as much room again on the disk while it "
          "runs. Others can read\nmeanwhile; writers wait. Exit status 2: a reader kept the "
          "write-ahead log from being emptied.",
          "dossier compact",
          {{"--json", "", "Print what was done as one JSON object", false, false}},
          run_compact};
}

}  // namespace dossier::cli
