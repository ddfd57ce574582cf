#pragma once
// The first message of a tag dialogue, made of master_context.json (queries/proto/context.h): what
// changed in the .proto files, which files probably have to follow and why, and what lies around
// them.
//
// It holds nothing of the later version but its .proto files. In particular it does not say which
// other files that version changes, though master_context.json does: that would be the answer.
#include <string>

#include "agent/workspace.h"
#include "engine/json_value.h"

namespace dossier {

/// What a dialogue begins with.
struct FixContext {
  std::string snapshot;  // the id of the earlier version
  std::string protos;    // the unified diff of the .proto files
  std::string summary;   // one line
};
/// Throws Error{invalid} naming the field that is missing or wrong.
FixContext fix_context_in(const Json& master);

/// At most some `bytes`. `tree` is the tree of the dialogue.
std::string first_message(const Json& master, Workspace& tree, size_t bytes);

}  // namespace dossier
