#pragma once
// What fills a toolbox. Everything borrowed must outlive it.
#include <string>

#include "agent/tool.h"
#include "agent/workspace.h"
#include "store/store.h"

namespace dossier {

/// Every op, covering `project` and `snapshot` where a call names none ("" = every project, the
/// newest snapshot).
void add_op_tools(Toolbox& tools, Store& store, std::string project, std::string snapshot = {});

/// read_file, list_dir, edit_file, apply_diff, search_files.
void add_file_tools(Toolbox& tools, Workspace& workspace);

}  // namespace dossier
