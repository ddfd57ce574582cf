#pragma once
// The schema and the planner of the virtual table `symbols`, without what runs it. sqlgen uses only
// this to prepare statements against the virtual tables and to print their plans.

struct sqlite3;
struct sqlite3_index_info;

namespace dossier {

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

extern const char* const kDeclaration;

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

/// sqlite3_module::xBestIndex: encodes the constraints it can use in idxStr, as Arguments.
int best_index(sqlite3_index_info* info);

}  // namespace symbols

/// Registers the virtual tables such that statements on them can be prepared but not run.
void declare_tables(sqlite3* db);

}  // namespace dossier
