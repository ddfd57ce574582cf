#include "store/scope/scope.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/error.h"
#include "engine/first_row.h"
#include "engine/stored.h"
#include "store/sql.h"

namespace dossier {
namespace {

std::optional<int64_t> to_id(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The snapshot that an id or a label names; of several with one label, the project's newest.
int64_t find_snapshot(Statements& statements, std::string_view project, std::string_view snapshot) {
  std::string other;
  const auto accept = [&](std::string_view owner) {
    if (project.empty() || owner == project) return true;
    other = owner;
    return false;
  };
  if (const auto id = to_id(snapshot)) {
    if (const auto row = first_row<sql::SnapshotById>(statements, *id); row && accept(row->project))
      return row->id;
  }
  for (const auto& row : statements.rows<sql::SnapshotsByLabel>(snapshot))
    if (accept(row.project)) return row.id;
  if (!other.empty())
    throw Error(ErrorCode::invalid, "snapshot " + std::string(snapshot) + " belongs to project '" +
                                        other + "', not '" + std::string(project) + "'");
  throw Error(ErrorCode::not_found, "no snapshot '" + std::string(snapshot) + "'");
}

}  // namespace

std::string Scope::text() const {
  std::string out;
  for (const int64_t id : snapshots) {
    if (!out.empty()) out += ',';
    out += std::to_string(id);
  }
  return out;
}

Scope parse_scope(std::string_view text) {
  Scope scope;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const auto id = to_id(text.substr(0, comma));
    if (!id) throw Error(ErrorCode::invalid, "scope must be comma-separated snapshot ids");
    scope.snapshots.push_back(*id);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return scope;
}

Scope resolve_scope(Statements& statements, std::string_view project, std::string_view snapshot) {
  Scope scope;
  if (!snapshot.empty()) {
    scope.snapshots.push_back(find_snapshot(statements, project, snapshot));
  } else if (!project.empty()) {
    const auto row = first_row<sql::ProjectHead>(statements, project);
    if (!row) throw Error(ErrorCode::not_found, "no project '" + std::string(project) + "'");
    scope.snapshots.push_back(row->snapshot);
  } else {
    for (const auto& row : statements.rows<sql::Heads>()) scope.snapshots.push_back(row.snapshot);
  }
  return scope;
}

std::vector<RankedSnapshot> ranked_snapshots(Statements& statements, const Scope& scope) {
  const std::set<int64_t> wanted(scope.snapshots.begin(), scope.snapshots.end());
  std::vector<RankedSnapshot> ranked;
  int64_t rank = 0;
  for (const auto& row : statements.rows<sql::OrderedSnapshots>()) {
    if (wanted.contains(row.id)) ranked.push_back({rank % kMostRanks, row.id, {}});
    ++rank;
  }
  for (auto& one : ranked) {
    auto found = statements.rows<sql::SnapshotById>(one.id);
    one.project = found.next()->project;
  }
  return ranked;
}

std::shared_ptr<const ScopeModules> read_modules(Statements& statements, const Scope& scope,
                                                 int64_t generation) {
  auto read = std::make_shared<ScopeModules>();
  read->generation = generation;
  read->scope = scope.text();
  for (const auto& snapshot : ranked_snapshots(statements, scope)) {
    read->projects.push_back(snapshot.project);
    int64_t place = 0;
    for (const auto& row : statements.rows<sql::ScopeModules>(snapshot.id))
      read->modules.push_back({row.module, row.last, snapshot.id, snapshot.rank, place++,
                               read->projects.size() - 1, std::string(row.name),
                               std::string(row.path), row.sources,
                               stored_blocks(row.segment, "_module.segment"),
                               stored_blocks(row.first_block, "_module.first_block"),
                               stored_blocks(row.blocks, "_module.blocks"),
                               stored_blocks(row.type_blocks, "_module.type_blocks")});
  }
  return read;
}

}  // namespace dossier
