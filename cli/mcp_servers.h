#pragma once
// Servers of other programs, from the command line: which are configured, what a person agreed to
// of them, and asking that person. A configuration is named, or found as .mcp.json in the workspace
// and mcp.json beside the database; nothing that was found is started before it is agreed to.
#include <string>
#include <vector>

#include "agent/mcp/client/servers.h"
#include "cli/command.h"

namespace dossier::cli {

/// --mcp-config FILE.
Option mcp_config_option();

/// The servers of --mcp-config, else those that are found; `root` is the workspace, "" = none. What
/// is wrong with a file that was found is told on standard error. An entry that starts this program
/// is left out of what is found: its tools are here already.
std::vector<mcp::client::Configured> configured_servers(const Invocation& invocation,
                                                        const std::string& root);

/// Reads --mcp-config before its servers are needed: throws what configured_servers() would.
void check_mcp_config(const Invocation& invocation);

/// With a person, questions are asked on the terminal.
mcp::client::Host mcp_host(bool has_person);

/// dossier mcp list, approve NAME, forget NAME. Returns the exit status.
int run_mcp_list(const Invocation& invocation);
int run_mcp_approve(const Invocation& invocation);
int run_mcp_forget(const Invocation& invocation);

}  // namespace dossier::cli
