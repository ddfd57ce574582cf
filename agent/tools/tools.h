#pragma once
// Adds tools to a toolbox. Everything borrowed must outlive it.
#include <functional>
#include <stop_token>
#include <string>

#include "agent/tool.h"
#include "agent/workspace.h"
#include "store/store.h"

namespace dossier {

/// Adds a tool per op. `project` and `snapshot` apply to calls that name none ("" = every project,
/// the newest snapshot).
void add_op_tools(Toolbox& tools, Store& store, std::string project, std::string snapshot = {});

/// Adds read_file, list_dir, edit_file, apply_diff, search_files.
void add_file_tools(Toolbox& tools, Workspace& workspace);

/// Adds run_command, which runs in the folder `root` and is stopped with what `stop` gives.
void add_command_tool(Toolbox& tools, std::string root, std::function<std::stop_token()> stop);

/// Adds what the tag dialogue needs of a tree: read_file, which names the nearest paths where there
/// is none, list_tree and apply_diff.
void add_tree_tools(Toolbox& tools, Workspace& workspace);

}  // namespace dossier
