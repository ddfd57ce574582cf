#pragma once
// A chat where there is no database yet.
#include "cli/command.h"
#include "store/store.h"

namespace dossier::cli {

/// The database; where there is none, the folder that is talked about is imported into it, after
/// saying so. Throws Error{invalid} where that folder is / or the person's home.
Store open_or_import(const Invocation& invocation);

}  // namespace dossier::cli
