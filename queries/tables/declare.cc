#include "queries/tables/declare.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace dossier {
namespace {

char letter_of(const PlannedTable& table, int column, unsigned char op) {
  for (const auto& served : table.served) {
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

// The letter of `column IN (…)` where it is handed over as one list, so that rows stay in discovery
// order; a host's SQLite before 3.38 hands the values over one by one.
char list_of(const PlannedTable& table, sqlite3_index_info* info, int constraint) {
  for (const auto& served : table.served)
    if (served.column == info->aConstraint[constraint].iColumn && served.list != 0 &&
        sqlite3_libversion_number() >= 3038000 && sqlite3_vtab_in(info, constraint, -1) != 0 &&
        sqlite3_vtab_in(info, constraint, 1) != 0)
      return served.list;
  return 0;
}

}  // namespace

int PlannedTable::best_index(sqlite3_index_info* info) const {
  std::string letters;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    const char letter = letter_of(*this, constraint.iColumn, constraint.op);
    if (!letter) continue;
    const bool is_argument = constraint.iColumn >= first_argument;
    if (!constraint.usable) {
      if (is_argument) return SQLITE_CONSTRAINT;  // this join order cannot be run
      continue;
    }
    const bool is_equality = constraint.op == SQLITE_INDEX_CONSTRAINT_EQ && !is_argument;
    if (is_equality && std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0) continue;
    const char list = is_equality ? list_of(*this, info, i) : 0;
    letters += list ? list : letter;
    info->aConstraintUsage[i].argvIndex = static_cast<int>(letters.size());
    // SQLite checks the rest again: its rules on affinity and PRAGMA case_sensitive_like hold.
    info->aConstraintUsage[i].omit =
        list != 0 || is_argument || constraint.op == SQLITE_INDEX_CONSTRAINT_REGEXP;
  }
  // Rows come in the order of the row ids.
  info->orderByConsumed =
      info->nOrderBy == 1 && info->aOrderBy[0].iColumn == -1 && !info->aOrderBy[0].desc;
  info->idxStr = sqlite3_mprintf("%s", letters.c_str());
  if (!info->idxStr) return SQLITE_NOMEM;
  info->needToFreeIdxStr = 1;
  const double left = rows(letters);
  info->estimatedCost = cost + left * 20;
  info->estimatedRows = static_cast<sqlite3_int64>(left);
  return SQLITE_OK;
}

namespace symbols {
namespace {

constexpr PlannedTable::Served kServed[] = {
    {kKind, 0, kKindEquals, 0, 0},
    {kName, kNameRegexp, kNameEquals, kNameLike, kNameGlob},
    {kFullName, kFullNameRegexp, kFullNameEquals, kFullNameLike, kFullNameGlob},
    {kSignature, kSignatureRegexp, kSignatureEquals, kSignatureLike, kSignatureGlob},
    {kModule, 0, kModuleEquals, 0, 0},
    {kProject, 0, kProjectEquals, 0, 0},
    {kSnapshot, 0, kSnapshotEquals, 0, 0},
    {kSymbol, 0, kSymbolEquals, 0, 0, kSymbolIn},
    {kAny, kAnyRegexp, 0, 0, 0},
    {kMaxHits, 0, kMaxHitsEquals, 0, 0},
    {kScope, 0, kScopeEquals, 0, 0},
    {kTypeContains, 0, kTypeContainsEquals, 0, 0},
    {kMentions, 0, kMentionsEquals, 0, 0},
};

// An exact name, a pattern, everything.
double rows(std::string_view letters) {
  if (letters.find_first_of("NFSi") != letters.npos) return 10;
  return letters.find_first_of("nfsatrI123456") != letters.npos ? 500 : 1e6;
}

}  // namespace

const PlannedTable kTable = {
    "CREATE TABLE symbols(kind TEXT, name TEXT, full_name TEXT, signature TEXT, module TEXT, "
    "project TEXT, snapshot INTEGER, path TEXT, base_type TEXT, symbol INTEGER, "
    "\"any\" HIDDEN, max_hits HIDDEN, scope HIDDEN, type_contains HIDDEN, mentions HIDDEN)",
    kServed, kAny, 0, rows};

}  // namespace symbols

namespace lines {
namespace {

constexpr PlannedTable::Served kServed[] = {
    {kPath, kPathRegexp, kPathEquals, kPathLike, kPathGlob},
    {kLine, 0, kLineEquals, 0, 0},
    {kText, kTextRegexp, kTextEquals, kTextLike, kTextGlob},
    {kProject, 0, kProjectEquals, 0, 0},
    {kSnapshot, 0, kSnapshotEquals, 0, 0},
    {kLanguage, 0, kLanguageEquals, 0, 0},
    {kMaxHits, 0, kMaxHitsEquals, 0, 0},
    {kScope, 0, kScopeEquals, 0, 0},
};

// Each constraint leaves a part of all.
double rows(std::string_view letters) {
  double left = 1e7;
  for (const char letter : letters)
    if (letter == kTextEquals)
      left *= 1e-5;
    else if (letter == kPathEquals)
      left *= 1e-4;
    else if (std::strchr("nr12", letter) != nullptr)
      left *= 1e-3;
    else if (std::strchr("x34", letter) != nullptr)
      left *= 1e-2;
  return std::max(left, 1.0);
}

}  // namespace

// A text that is searched by its path costs a look at the list of texts.
const PlannedTable kTable = {
    "CREATE TABLE lines(path TEXT, line INTEGER, text TEXT, project TEXT, snapshot INTEGER, "
    "language TEXT HIDDEN, max_hits HIDDEN, scope HIDDEN)",
    kServed, kMaxHits, 1000, rows};

}  // namespace lines

void declare_tables(sqlite3* db) {
  const auto declare = [&](const char* name, const sqlite3_module& module) {
    sqlite3_create_module_v2(db, name, &module, nullptr, nullptr);
  };
  declare("symbols", VirtualTable<PlannedCursor<symbols::kTable>>::module());
  declare("lines", VirtualTable<PlannedCursor<lines::kTable>>::module());
}

}  // namespace dossier
