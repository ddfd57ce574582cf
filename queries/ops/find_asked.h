#pragma once
// A query of find's as it is asked: understood, planned, and from where its answer is wanted.
#include <string>

#include "queries/lang/plan.h"
#include "queries/lang/resolved.h"
#include "queries/ops/cursor.h"
#include "queries/sql.h"
#include "store/store.h"

namespace dossier {

struct AskedQuery {
  std::string text;
  std::string whole;  // with the saved queries that it names: a cursor belongs to both
  lang::Resolved query;
  lang::Plan plan;
  Cursor from;
};

/// Up to where what grows is read: every page of an answer is of the same moment.
lang::Bounds bounds_of(const Cursor& cursor);
/// `sql` must outlive the run.
StatementRun prepare(Store& store, const lang::Sql& sql);

}  // namespace dossier
