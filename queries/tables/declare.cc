#include "queries/tables/declare.h"

#include <sqlite3.h>

#include <cstring>
#include <string>

namespace dossier {
namespace symbols {

const char* const kDeclaration =
    "CREATE TABLE symbols(kind TEXT, name TEXT, full_name TEXT, signature TEXT, module TEXT, "
    "project TEXT, snapshot INTEGER, path TEXT, base_type TEXT, symbol INTEGER, "
    "\"any\" HIDDEN, max_hits HIDDEN, scope HIDDEN, type_contains HIDDEN, mentions HIDDEN)";

namespace {

// The argument that a constraint becomes, or 0 where the table cannot serve it.
char argument_of(int column, unsigned char op) {
  if (op == SQLITE_INDEX_CONSTRAINT_REGEXP) {
    switch (column) {
      case kName:
        return kNameRegexp;
      case kFullName:
        return kFullNameRegexp;
      case kSignature:
        return kSignatureRegexp;
      case kAny:
        return kAnyRegexp;
      default:
        return 0;
    }
  }
  if (op != SQLITE_INDEX_CONSTRAINT_EQ) return 0;
  switch (column) {
    case kKind:
      return kKindEquals;
    case kProject:
      return kProjectEquals;
    case kSnapshot:
      return kSnapshotEquals;
    case kMaxHits:
      return kMaxHitsEquals;
    case kScope:
      return kScopeEquals;
    case kTypeContains:
      return kTypeContainsEquals;
    case kMentions:
      return kMentionsEquals;
    default:
      return 0;
  }
}

// Restricting the scope is done by the table but checked again by SQLite, which costs nothing and
// keeps its rules on affinity and collation.
bool checked_again(char argument) {
  return argument == kKindEquals || argument == kProjectEquals || argument == kSnapshotEquals;
}

bool narrows(char argument) { return std::strchr("nfsatr", argument) != nullptr; }

}  // namespace

int best_index(sqlite3_index_info* info) {
  std::string arguments;
  bool narrow = false;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    const char argument = argument_of(constraint.iColumn, constraint.op);
    if (!argument) continue;
    if (!constraint.usable) {
      // A hidden column means nothing outside xFilter: this join order cannot be run.
      if (constraint.iColumn >= kAny) return SQLITE_CONSTRAINT;
      continue;
    }
    if (checked_again(argument) && std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0)
      continue;
    arguments += argument;
    narrow = narrow || narrows(argument);
    info->aConstraintUsage[i].argvIndex = static_cast<int>(arguments.size());
    info->aConstraintUsage[i].omit = !checked_again(argument);
  }
  info->idxStr = sqlite3_mprintf("%s", arguments.c_str());
  if (!info->idxStr) return SQLITE_NOMEM;
  info->needToFreeIdxStr = 1;
  info->estimatedCost = narrow ? 1e4 : 1e6;
  info->estimatedRows = narrow ? 500 : 1000000;
  return SQLITE_OK;
}

}  // namespace symbols

namespace {

int connect(sqlite3* db, void*, int, const char* const*, sqlite3_vtab** table, char**) {
  if (const int code = sqlite3_declare_vtab(db, symbols::kDeclaration); code != SQLITE_OK)
    return code;
  *table = new sqlite3_vtab{};
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete table;
  return SQLITE_OK;
}

int best_index(sqlite3_vtab*, sqlite3_index_info* info) { return symbols::best_index(info); }

int no_cursor(sqlite3_vtab*, sqlite3_vtab_cursor**) { return SQLITE_ERROR; }

}  // namespace

void declare_tables(sqlite3* db) {
  static const sqlite3_module kModule = [] {
    sqlite3_module module{};
    module.xConnect = connect;
    module.xDisconnect = disconnect;
    module.xBestIndex = best_index;
    module.xOpen = no_cursor;
    return module;
  }();
  sqlite3_create_module_v2(db, "symbols", &kModule, nullptr, nullptr);
}

}  // namespace dossier
