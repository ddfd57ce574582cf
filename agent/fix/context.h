#pragma once
// The first message of a tag dialogue: what changed in the .proto files, which files probably have
// to follow and why, and what lies around them.
//
// It is of a context (queries/proto/context.h) that is made as if nothing but the .proto files had
// changed. Rejected: taking it from master_context.json, whose suspects are ranked by what people
// changed, and whose evidence says where: that would be the answer. Of that file only the two
// snapshots count.
#include <string>

#include "agent/workspace.h"
#include "engine/json_value.h"
#include "store/store.h"

namespace dossier {

/// The snapshots that master_context.json is of.
struct FixVersions {
  int64_t before = 0, after = 0;
};
/// Throws Error{invalid} naming the field of `master`, read from `path`, that is missing or wrong.
FixVersions fix_versions_in(const Json& master, const std::string& path);

/// What a model may know when it begins, in the form of master_context.json. The contents of the
/// first `top` suspects are part of it. Throws Error{not_found} if a snapshot is not there.
Json fix_context(Store& store, const FixVersions& versions, size_t top);

/// Of a fix_context(), at most some `bytes`. `tree` is the tree of the dialogue.
std::string first_message(const Json& context, Workspace& tree, size_t bytes);

}  // namespace dossier
