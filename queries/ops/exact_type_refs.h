#pragma once
// `typeRefs?exact=true`: the types whose code or metadata refers to a type, found by references
// instead of text. The rows have the shape of the text lookup, which has already begun them.
#include "queries/ops/op.h"

namespace dossier {

void exact_type_refs(Store& store, Question& question, Answer& answer);

}  // namespace dossier
