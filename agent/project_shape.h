#pragma once
// Whether a `Project` in a request is one. What is malformed is an error that names the field, and
// never a project without what it meant: an answer from elsewhere would look like one about it.
#include "engine/json_value.h"

namespace dossier {

/// Whether it holds nothing to search: absent, null, without a field, or with an empty list of
/// modules. Throws Error{invalid} naming the path of the first field of the wrong type.
bool is_empty_project(const Json& project);

}  // namespace dossier
