#pragma once
// `dossier sql` on a terminal: a prompt with history and completion, statements over several lines,
// and a few commands that begin with a dot. Reading only, like the rest.
#include "queries/adhoc/adhoc.h"

namespace dossier::cli {

/// Runs until end of input or .quit. The limits hold for each input of its own.
int run_sql_shell(Store& store, const SqlLimits& limits);

}  // namespace dossier::cli
