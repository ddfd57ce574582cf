#pragma once
// `typeRefs?exact=true`: the types whose code or metadata refers to a type, from references instead
// of text. Shaped like the text lookup's answer, which has begun its rows.
#include "queries/ops/op.h"

namespace dossier {

void exact_type_refs(Store& store, Question& question, Answer& answer);

}  // namespace dossier
