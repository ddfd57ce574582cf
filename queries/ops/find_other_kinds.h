#pragma once
// How much a query finds of other kinds than those it answers with.
#include <map>

#include "queries/lang/front.h"
#include "queries/ops/find_asked.h"
#include "queries/ops/op.h"

namespace dossier {

using Counts = std::map<std::string, int64_t, std::less<>>;

/// Writes the field `key`: {"kind":count,…}.
void write_counts(Answer& answer, std::string_view key, const Counts& counts);
/// Writes `other_kinds` and whether they are all. `known` may be null.
void write_other_kinds(Store& store, Answer& answer, const AskedQuery& asked,
                       lang::KnownAnswer* known);

}  // namespace dossier
