#pragma once
// Imports as commands do them: with a line of progress on a terminal, stopped by Ctrl-C.
#include <functional>
#include <optional>
#include <string>

#include "cli/command.h"
#include "store/import/import.h"

namespace dossier::cli {

/// Throws where there is nothing that can be read at the path. Reads nothing of a pipe.
void look_for(const ImportOptions& options);

/// Says on standard error, the first time that it is called, that an import into the database waits
/// for another (LeaseWait::meanwhile). Throws Error{limit} once Ctrl-C stops that import.
std::function<void()> tell_waiting(const std::string& database);

ImportReport import_visibly(Store& store, ImportOptions options);

/// The first import makes the database. Absent where there is one, or is by now: then the import is
/// done in that.
std::optional<ImportReport> import_as_new(const std::string& database,
                                          const ImportOptions& options);

}  // namespace dossier::cli
