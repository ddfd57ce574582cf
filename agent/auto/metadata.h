#pragma once
// What a model is told of a tool before it asks for its schema. Our own tools declare their
// category, capability and risk. Of an external one the category is inferred from its name, its
// server and its description, the capability from its name and what its server claims
// (agent/mcp/client/definition.h), and the risk is that of its capability.
#include <string_view>

#include "agent/tool.h"

namespace dossier {

/// {name, description of at most 120 bytes, category, tags, required, capabilities, risk,
/// deferParams}.
Json metadata_of(const Tool& tool);
/// The metadata with the tool's schema and examples.
Json metadata_with_schema(const Tool& tool);

/// Sets category and tags of a tool that another program offers as `server`.
void infer_category(Tool& tool, std::string_view server);

}  // namespace dossier
