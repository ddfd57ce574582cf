#include "queries/export.h"

#include <fstream>
#include <iostream>

#include "cli/command.h"
#include "engine/error.h"
#include "queries/store.h"

namespace dossier::cli {
namespace {

int run_export(const Invocation& invocation) {
  Store store = Store::open_to_read(invocation.database());
  const Transaction transaction(store.database(), Transaction::reading);
  const Scope scope = store.scope(invocation.text("--project"), invocation.text("--snapshot"));
  if (scope.snapshots.size() != 1) {
    throw Error(ErrorCode::invalid, scope.snapshots.empty()
                                        ? "there is no project to export"
                                        : "there are several projects; name one with --project");
  }
  std::ofstream file;
  const auto path = invocation.optional("--output");
  if (path) file.open(*path, std::ios::binary | std::ios::trunc);
  std::ostream& out = path ? file : std::cout;
  export_snapshot(store, scope.snapshots[0], [&](std::string_view text) {
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
  });
  if (!out.flush())
    throw Error(ErrorCode::io, "cannot be written", path.value_or("standard output"));
  return 0;
}

}  // namespace

Command export_command() {
  return {
      "export",
      Group::store,
      "Write a project as the JSON that import reads",
      "The newest snapshot of the project, or the one named, as a project export: for tools "
      "that read\nthat format. Importing it again brings nothing new.",
      "dossier export --project Game > game.project.json",
      {{"--project", "NAME", "The project (default: the only one)", false, false},
       {"--snapshot", "ID", "This snapshot, by id or label (default: the newest)", false, false},
       {"--output", "FILE", "Write here instead of standard output", false, false}},
      run_export};
}

}  // namespace dossier::cli
