#pragma once
// The rows of find's answer, or the counts of count:, and what is known about the rest.
#include "queries/lang/ast.h"
#include "queries/ops/find_asked.h"
#include "queries/ops/op.h"

namespace dossier {

/// At most `limit` rows, their count by kind, notes and hints.
void write_rows(Store& store, Question& question, const AskedQuery& asked, const lang::Node& tree,
                int64_t limit, Answer& answer);
/// One row for each value of the columns that count: names.
void write_groups(Store& store, const AskedQuery& asked, Answer& answer);

}  // namespace dossier
