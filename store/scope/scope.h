#pragma once
// The snapshots that a lookup covers: the newest of each project, unless the request names some. A
// Scope is a list of snapshot ids, ordered by the first import of their projects. Its modules, in
// discovery order, are read once per generation of the database and shared.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/statements.h"

namespace dossier {

/// Invariant: every snapshot is finished, and none occurs twice.
struct Scope {
  std::vector<int64_t> snapshots;

  /// "3,7": the value of the hidden column `scope` of the virtual tables.
  std::string text() const;
};

/// Snapshots have this many ranks; a database with more repeats them.
inline constexpr int64_t kMostRanks = 1 << 15;

/// A snapshot of a scope, with its place among all of the database: projects in the order of their
/// first imports, the snapshots of each in order of import. Whether one is the newest does not
/// matter, so a scope keeps its order when others are imported.
struct RankedSnapshot {
  int64_t rank = 0;
  int64_t id = 0;
  std::string project;
};

/// A module of a scope.
struct ScopeModule {
  int64_t module = 0;
  int64_t last = 0;  // its last symbol
  int64_t snapshot = 0;
  int64_t rank = 0;    // of the snapshot
  int64_t place = 0;   // in the snapshot, from 0
  size_t project = 0;  // index into ScopeModules::projects
  std::string name;
  std::string path;
  std::optional<int64_t> sources;
  uint32_t segment = 0;
  uint32_t first_block = 0;
  uint32_t blocks = 0;
  uint32_t type_blocks = 0;  // after `blocks`
};

struct ScopeModules {
  std::vector<ScopeModule> modules;
  std::vector<std::string> projects;
  int64_t generation = -1;
  std::string scope;
};

/// The scope of a request. `project` names a project, `snapshot` a snapshot by id or label; both
/// empty mean the newest snapshot of every project. Throws Error{not_found} for names that do not
/// exist and Error{invalid} for a snapshot of another project.
Scope resolve_scope(Statements& statements, std::string_view project, std::string_view snapshot);

/// Parses Scope::text(). Throws Error{invalid}.
Scope parse_scope(std::string_view text);

/// The scope's snapshots that exist, each once, by rank: the order of what a scope holds.
std::vector<RankedSnapshot> ranked_snapshots(Statements& statements, const Scope& scope);

/// Reads the scope's modules. Call within a read transaction.
std::shared_ptr<const ScopeModules> read_modules(Statements& statements, const Scope& scope,
                                                 int64_t generation);

}  // namespace dossier
