#pragma once
// What an argument of a prompt or of a resource's name may be, given how it begins.
#include <string>

#include "agent/mcp/place.h"

namespace dossier::mcp {

/// {"values", "total", "hasMore"} for the argument that is called so: a project, a snapshot, a
/// file, a symbol or a session; of any other name nothing is known. `chosen` are the arguments that
/// are settled.
Json completion(Place& place, const std::string& argument, const std::string& value,
                const Json& chosen);

/// The same of these candidates: those that begin so, then those that hold it, ignoring case.
Json completion(const std::vector<std::string>& candidates, const std::string& value);

}  // namespace dossier::mcp
