#pragma once
// `dossier sql` on a terminal: a prompt with history and completion, statements over several lines,
// and a few commands that begin with a dot. Read-only.
#include "queries/adhoc/adhoc.h"

namespace dossier::cli {

/// Runs until the end of input or .quit. The limits apply to each input separately.
int run_sql_shell(Store& store, const SqlLimits& limits);

}  // namespace dossier::cli
