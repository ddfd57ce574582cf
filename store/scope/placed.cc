#include "store/scope/placed.h"

#include <filesystem>

#include "engine/first_row.h"
#include "store/sql.h"

namespace dossier {
namespace {

// "/a/b/", so that one place is below another one if its text begins with the other's.
std::string folder_text(std::string_view path) {
  std::string text = std::filesystem::path(path).lexically_normal().string();
  if (!text.ends_with('/')) text += '/';
  return text;
}

}  // namespace

std::optional<PlacedPath> placed(Statements& statements, const Scope& scope,
                                 std::string_view path) {
  const std::string wanted = folder_text(path);
  PlacedPath inside, above;
  size_t depth = 0;
  for (const int64_t snapshot : scope.snapshots) {
    const auto row = first_row<sql::SnapshotRoot>(statements, snapshot);
    if (!row) continue;
    const std::string root = folder_text(row->source);
    if (root.starts_with(wanted)) above.scope.snapshots.push_back(snapshot);
    if (!wanted.starts_with(root) || root.size() < depth) continue;
    if (root.size() > depth) inside.scope.snapshots.clear();
    depth = root.size();
    inside.scope.snapshots.push_back(snapshot);
  }
  if (depth > 0) {
    inside.path = wanted.substr(depth);
    if (!inside.path.empty()) inside.path.pop_back();
    return inside;
  }
  if (above.scope.snapshots.empty()) return std::nullopt;
  return above;
}

}  // namespace dossier
