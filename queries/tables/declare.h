#pragma once
// The schemas and the planner of the virtual tables `symbols` and `lines`, without what runs them.
// sqlgen uses only this to prepare statements against them and to print their plans.
#include <span>
#include <string_view>

#include "engine/virtual_table.h"

namespace dossier {

/// A virtual table over the index.
struct PlannedTable {
  /// What a column can serve, by operator: letters of xFilter's arguments; 0: nothing.
  struct Served {
    int column;
    char regexp, equal, like, glob;
    char list = 0;  // of `IN`, all at once
  };
  const char* declaration;
  std::span<const Served> served;  // columns that are missing serve nothing
  int first_argument;              // columns from here on mean nothing outside xFilter
  double cost;                     // of a search, before its first row
  /// About how many rows meet the constraints that are served.
  double (*rows)(std::string_view letters);

  /// sqlite3_module::xBestIndex: encodes the constraints it can use in idxStr, a letter each.
  int best_index(sqlite3_index_info* info) const;
};

/// A cursor of such a table.
template <const PlannedTable& table>
struct PlannedCursor : sqlite3_vtab_cursor {
  using Table = TableObject;
  static const char* declaration() { return table.declaration; }
  static int best_index(sqlite3_index_info* info) { return table.best_index(info); }
};

/// symbols: every module, type and member of the snapshots in scope, in discovery order.
namespace symbols {

enum Column {
  kKind,  // module, type, member
  kName,
  kFullName,
  kSignature,
  kModule,
  kProject,
  kSnapshot,
  kPath,
  kBaseType,
  kSymbol,  // id: _module, _type or _member
  // Hidden.
  kAny,           // REGEXP: matches name, full_name or signature
  kMaxHits,       // =: stop after so many rows
  kScope,         // =: snapshot ids, comma separated; default the newest of each project
  kTypeContains,  // =: types whose name or full name contains the text, both lower-cased
  kMentions,  // =: JSON array of texts; types whose base type, members whose full name or signature
              //    contains one of them, both lower-cased
};

extern const PlannedTable kTable;

/// One letter per argument of xFilter, in order.
enum Argument : char {
  kNameRegexp = 'n',
  kFullNameRegexp = 'f',
  kSignatureRegexp = 's',
  kAnyRegexp = 'a',
  kKindEquals = 'k',
  kProjectEquals = 'p',
  kSnapshotEquals = 'v',
  kMaxHitsEquals = 'm',
  kScopeEquals = 'o',
  kTypeContainsEquals = 't',
  kMentionsEquals = 'r',
  kModuleEquals = 'u',
  kSymbolEquals = 'i',
  kSymbolIn = 'I',  // a list, all at once
  // On name, full_name and signature, in this order: N F S, 1 2 3, …
  kNameEquals = 'N',
  kFullNameEquals = 'F',
  kSignatureEquals = 'S',
  kNameLike = '1',
  kFullNameLike = '2',
  kSignatureLike = '3',
  kNameGlob = '4',
  kFullNameGlob = '5',
  kSignatureGlob = '6',
};

}  // namespace symbols

/// lines: every line of the stored files of the snapshots in scope, in the order of projects, paths
/// and lines.
namespace lines {

enum Column {
  kPath,
  kLine,  // 1-based
  kText,  // without its newline
  kProject,
  kSnapshot,
  // Hidden.
  kLanguage,
  kMaxHits,  // =: stop after so many rows
  kScope,    // =: snapshot ids, comma separated; default the newest of each project
};

extern const PlannedTable kTable;

/// One letter per argument of xFilter, in order.
enum Argument : char {
  kTextRegexp = 'r',
  kTextEquals = 'T',
  kTextLike = '1',
  kTextGlob = '2',
  kPathRegexp = 'x',
  kPathEquals = 'P',
  kPathLike = '3',
  kPathGlob = '4',
  kLineEquals = 'n',
  kLanguageEquals = 'g',
  kProjectEquals = 'p',
  kSnapshotEquals = 'v',
  kMaxHitsEquals = 'm',
  kScopeEquals = 'o',
};

}  // namespace lines

/// Registers the virtual tables such that statements on them can be prepared but not run.
void declare_tables(sqlite3* db);

}  // namespace dossier
