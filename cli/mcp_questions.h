#pragma once
// What a person is asked for the sake of an external server, on the terminal.
#include <optional>
#include <string>

#include "engine/json_value.h"

namespace dossier::cli {

/// Asks for each field of the schema; Enter takes what the server proposes, or leaves the field
/// out. Absent where the person declines, or gives no value that the schema takes.
std::optional<Json> ask_for_server(const std::string& server, const std::string& message,
                                   const Json& schema);

}  // namespace dossier::cli
