#include "queries/ops/lacking.h"

#include <algorithm>

namespace dossier {

std::string why_no_references(Store& store, const Scope& scope) {
  bool is_export = false;
  for (const auto& row : store.rows<sql::SnapshotsOf>(std::nullopt)) {
    const auto& asked = scope.snapshots;
    if (std::find(asked.begin(), asked.end(), row.id) == asked.end()) continue;
    if (row.kind != "export" && row.kind != "ctags" && row.references != 0) return {};
    is_export = is_export || row.kind == "export";
  }
  if (scope.snapshots.empty()) return {};
  const std::string which =
      scope.snapshots.size() == 1 ? "this snapshot has" : "these snapshots have";
  return which + " no references of code; " +
         (is_export ? "an export says only what types derive from: import the assemblies or sources"
                    : "assemblies, sources and SCIP indexes have them");
}

void write_lacking(JsonWriter& json, Store& store, const Scope& scope, int64_t hits) {
  if (hits != 0) return;
  const std::string why = why_no_references(store, scope);
  if (!why.empty()) json.field("note", std::string_view(why));
}

}  // namespace dossier
