// Lists the snapshots in the database, which can be named as `snapshot`, compared and dropped.
#include "engine/clock.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

void snapshots(Store& store, Question& question, Answer& answer) {
  std::string project = question.text("project");
  if (project.empty()) project = store.default_project();
  const auto wanted = project.empty() ? std::nullopt : std::optional<std::string_view>(project);
  auto& complete = answer.outcome.complete;
  answer.begin_rows();
  for (const auto& row : store.rows<sql::SnapshotsOf>(wanted)) {
    complete.snapshots += (complete.snapshots.empty() ? "" : ",") + std::to_string(row.id);
    answer.row({row.id, row.project, row.label.value_or(""), row.kind, row.source,
                row.revision.value_or(""), rfc3339(row.imported_at), row.is_latest != 0,
                row.modules, row.types, row.members, row.references, row.files});
  }
  answer.outcome.log =
      "snapshots(): project=" + in_quotes(project) + ", hits=" + std::to_string(complete.total);
}

constexpr OpField kFields[] = {kProjectField};
constexpr Column kColumns[] = {{"id", 1, "id", Column::nothing, Column::integer},
                               {"project", 2, "project"},
                               {"label", 3, "label"},
                               {"kind", 4, "kind"},
                               {"source"},
                               {"revision"},
                               {"importedAt", 5, "imported"},
                               {"isLatest", 6, "latest", Column::nothing, Column::flag},
                               {"modules", 0, {}, Column::nothing, Column::integer},
                               {"types", 7, "types", Column::nothing, Column::integer},
                               {"members", 0, {}, Column::nothing, Column::integer},
                               {"references", 0, {}, Column::nothing, Column::integer},
                               {"files", 8, "files", Column::nothing, Column::integer}};

}  // namespace

const Op kSnapshots = {
    "snapshots",
    "list_snapshots",
    "/api/snapshots",
    "The snapshots that the database holds",
    "dossier snapshots",
    kFields,
    "",
    kColumns,
    snapshots,
};

}  // namespace dossier
