#include "queries/tables/declare_lines.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace dossier::lines {

const char* const kDeclaration =
    "CREATE TABLE lines(path TEXT, line INTEGER, text TEXT, project TEXT, snapshot INTEGER, "
    "language TEXT HIDDEN, max_hits HIDDEN, scope HIDDEN)";

namespace {

char argument_of(int column, unsigned char op) {
  struct Served {
    int column;
    char regexp, equal, like, glob;
  };
  static constexpr Served kServed[] = {
      {kPath, kPathRegexp, kPathEquals, kPathLike, kPathGlob},
      {kLine, 0, kLineEquals, 0, 0},
      {kText, kTextRegexp, kTextEquals, kTextLike, kTextGlob},
      {kProject, 0, kProjectEquals, 0, 0},
      {kSnapshot, 0, kSnapshotEquals, 0, 0},
      {kLanguage, 0, kLanguageEquals, 0, 0},
      {kMaxHits, 0, kMaxHitsEquals, 0, 0},
      {kScope, 0, kScopeEquals, 0, 0},
  };
  for (const auto& served : kServed) {
    if (served.column != column) continue;
    switch (op) {
      case SQLITE_INDEX_CONSTRAINT_REGEXP:
        return served.regexp;
      case SQLITE_INDEX_CONSTRAINT_EQ:
        return served.equal;
      case SQLITE_INDEX_CONSTRAINT_LIKE:
        return served.like;
      case SQLITE_INDEX_CONSTRAINT_GLOB:
        return served.glob;
      default:
        return 0;
    }
  }
  return 0;
}

bool one_of(const char* list, char argument) { return std::strchr(list, argument) != nullptr; }

bool is_equality(char argument) { return one_of("TPngpv", argument); }

// About what part of the rows remains.
double part_of(char argument) {
  if (argument == kTextEquals) return 1e-5;
  if (argument == kPathEquals) return 1e-4;
  if (argument == kLineEquals) return 1e-3;
  return one_of("r12", argument) ? 1e-3 : one_of("x34", argument) ? 1e-2 : 1;
}

}  // namespace

int best_index(sqlite3_index_info* info) {
  std::string arguments;
  double rows = 1e7;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    const char argument = argument_of(constraint.iColumn, constraint.op);
    if (!argument) continue;
    const bool outside = argument == kMaxHitsEquals || argument == kScopeEquals;
    if (!constraint.usable) {
      // These mean nothing outside xFilter: this join order cannot be run.
      if (outside) return SQLITE_CONSTRAINT;
      continue;
    }
    if (is_equality(argument) && std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0)
      continue;
    arguments += argument;
    rows *= part_of(argument);
    info->aConstraintUsage[i].argvIndex = static_cast<int>(arguments.size());
    // SQLite checks the rest again: its rules on affinity and PRAGMA case_sensitive_like hold.
    info->aConstraintUsage[i].omit = outside || argument == kTextRegexp || argument == kPathRegexp;
  }
  info->orderByConsumed =
      info->nOrderBy == 1 && info->aOrderBy[0].iColumn == -1 && !info->aOrderBy[0].desc;
  info->idxStr = sqlite3_mprintf("%s", arguments.c_str());
  if (!info->idxStr) return SQLITE_NOMEM;
  info->needToFreeIdxStr = 1;
  rows = std::max(rows, 1.0);
  // A text that is searched by its path costs a look at the list of texts.
  info->estimatedCost = 1000 + rows * 20;
  info->estimatedRows = static_cast<sqlite3_int64>(rows);
  return SQLITE_OK;
}

}  // namespace dossier::lines
