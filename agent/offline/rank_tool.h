#pragma once
// The hidden tool by which the model that needs nothing ranks the symbols of the store: the
// question in, the symbols that answer it best out, each with the terms that it says. A replay
// reads its results from the record.
#include <string>

#include "agent/tool.h"
#include "store/store.h"

namespace dossier {

struct Selection;

inline constexpr std::string_view kRankTool = "rank_symbols";

/// Adds the hidden tool. `snapshot` as in add_op_tools().
void add_rank_tool(Toolbox& tools, Store& store, std::string project, std::string snapshot = {});

/// Its input: the question, and what counts more because the person looks at it.
Json rank_input(const std::string& question, const Selection& selection);

}  // namespace dossier
