#pragma once
// `typeRefs?exact=true`: the types whose code or metadata refers to a type, from references instead
// of text. Shaped like the text lookup's answer.
#include "queries/ops/op.h"

namespace dossier {

/// `wanted` is normalized and not empty; at most `limit` hits.
Answer exact_type_refs(Store& store, const Arguments& arguments, std::string_view wanted,
                       int64_t limit);

}  // namespace dossier
