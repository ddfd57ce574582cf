#pragma once
// The schema and the planner of the virtual table `lines`: every line of the stored files of the
// snapshots in scope, in the order of projects, paths and lines.

struct sqlite3_index_info;

namespace dossier::lines {

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

extern const char* const kDeclaration;

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

/// sqlite3_module::xBestIndex: encodes the constraints it can use in idxStr, as Arguments.
int best_index(sqlite3_index_info* info);

}  // namespace dossier::lines
