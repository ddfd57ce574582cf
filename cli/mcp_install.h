#pragma once
// dossier mcp install CLIENT: adds this program to the configuration of a client of the Model
// Context Protocol. The change is shown first and written when a person agrees; whatever else is in
// the file stays.
#include <string>
#include <vector>

#include "cli/command.h"

namespace dossier::cli {

/// The names of the clients that are known.
std::vector<std::string> mcp_clients();

/// Returns the exit status: 2 where nothing was written because nobody agreed. Throws
/// Error{invalid} for another client, and for a file that cannot be understood.
int install_mcp(const Invocation& invocation);

}  // namespace dossier::cli
