#include "queries/tables/declare.h"
#include "queries/tables/declare_lines.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace dossier {
namespace symbols {

const char* const kDeclaration =
    "CREATE TABLE symbols(kind TEXT, name TEXT, full_name TEXT, signature TEXT, module TEXT, "
    "project TEXT, snapshot INTEGER, path TEXT, base_type TEXT, symbol INTEGER, "
    "\"any\" HIDDEN, max_hits HIDDEN, scope HIDDEN, type_contains HIDDEN, mentions HIDDEN)";

namespace {

// What each column can serve, by operator; 0 = nothing. Columns that are missing serve nothing.
struct Served {
  int column;
  char regexp, equal, like, glob;
};
constexpr Served kServed[] = {
    {kKind, 0, kKindEquals, 0, 0},
    {kName, kNameRegexp, kNameEquals, kNameLike, kNameGlob},
    {kFullName, kFullNameRegexp, kFullNameEquals, kFullNameLike, kFullNameGlob},
    {kSignature, kSignatureRegexp, kSignatureEquals, kSignatureLike, kSignatureGlob},
    {kModule, 0, kModuleEquals, 0, 0},
    {kProject, 0, kProjectEquals, 0, 0},
    {kSnapshot, 0, kSnapshotEquals, 0, 0},
    {kSymbol, 0, kSymbolEquals, 0, 0},
    {kAny, kAnyRegexp, 0, 0, 0},
    {kMaxHits, 0, kMaxHitsEquals, 0, 0},
    {kScope, 0, kScopeEquals, 0, 0},
    {kTypeContains, 0, kTypeContainsEquals, 0, 0},
    {kMentions, 0, kMentionsEquals, 0, 0},
};

char argument_of(int column, unsigned char op) {
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

// Served by the table but checked again by SQLite, which keeps its rules on affinity, collation and
// PRAGMA case_sensitive_like.
bool checked_again(char argument) { return one_of("kpvuiNFS123456", argument); }

bool is_equality(char argument) { return one_of("kpvuiNFS", argument); }

// About how many rows remain: an exact name, a pattern, everything.
double rows_of(char argument) {
  if (one_of("NFSi", argument)) return 10;
  return one_of("nfsatrI123456", argument) ? 500 : 1e6;
}

// `symbol IN (…)` is handed over as one list, so that rows stay in discovery order; a host's SQLite
// before 3.38 hands the values over one by one.
bool takes_list(sqlite3_index_info* info, int constraint) {
  return sqlite3_libversion_number() >= 3038000 && sqlite3_vtab_in(info, constraint, -1) != 0 &&
         sqlite3_vtab_in(info, constraint, 1) != 0;
}

}  // namespace

int best_index(sqlite3_index_info* info) {
  std::string arguments;
  double rows = 1e6;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    char argument = argument_of(constraint.iColumn, constraint.op);
    if (!argument) continue;
    if (!constraint.usable) {
      // A hidden column means nothing outside xFilter: this join order cannot be run.
      if (constraint.iColumn >= kAny) return SQLITE_CONSTRAINT;
      continue;
    }
    if (is_equality(argument) && std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0)
      continue;
    if (argument == kSymbolEquals && takes_list(info, i)) argument = kSymbolIn;
    arguments += argument;
    rows = std::min(rows, rows_of(argument));
    info->aConstraintUsage[i].argvIndex = static_cast<int>(arguments.size());
    info->aConstraintUsage[i].omit = !checked_again(argument);
  }
  // Rows come in discovery order, which is that of the row ids.
  info->orderByConsumed =
      info->nOrderBy == 1 && info->aOrderBy[0].iColumn == -1 && !info->aOrderBy[0].desc;
  info->idxStr = sqlite3_mprintf("%s", arguments.c_str());
  if (!info->idxStr) return SQLITE_NOMEM;
  info->needToFreeIdxStr = 1;
  info->estimatedCost = rows * 20;
  info->estimatedRows = static_cast<sqlite3_int64>(rows);
  return SQLITE_OK;
}

}  // namespace symbols

namespace {

int connect(sqlite3* db, void* declaration, int, const char* const*, sqlite3_vtab** table, char**) {
  const auto* text = static_cast<const char*>(declaration);
  if (const int code = sqlite3_declare_vtab(db, text); code != SQLITE_OK) return code;
  *table = new sqlite3_vtab{};
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete table;
  return SQLITE_OK;
}

int plan_symbols(sqlite3_vtab*, sqlite3_index_info* info) { return symbols::best_index(info); }
int plan_lines(sqlite3_vtab*, sqlite3_index_info* info) { return lines::best_index(info); }

int no_cursor(sqlite3_vtab*, sqlite3_vtab_cursor**) { return SQLITE_ERROR; }

}  // namespace

void declare_tables(sqlite3* db) {
  const auto declared = [](int (*plan)(sqlite3_vtab*, sqlite3_index_info*)) {
    sqlite3_module module{};
    module.xConnect = connect;
    module.xDisconnect = disconnect;
    module.xBestIndex = plan;
    module.xOpen = no_cursor;
    return module;
  };
  static const sqlite3_module kSymbols = declared(plan_symbols);
  static const sqlite3_module kLines = declared(plan_lines);
  const auto text = [](const char* declaration) { return const_cast<char*>(declaration); };
  sqlite3_create_module_v2(db, "symbols", &kSymbols, text(symbols::kDeclaration), nullptr);
  sqlite3_create_module_v2(db, "lines", &kLines, text(lines::kDeclaration), nullptr);
}

}  // namespace dossier
