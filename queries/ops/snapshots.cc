// The snapshots that the database holds: what may be named as `snapshot`, compared and dropped.
#include "engine/json.h"
#include "engine/seams.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

Answer snapshots(Store& store, const Arguments& arguments) {
  std::string project = arguments.text("project");
  if (project.empty()) project = store.default_project();
  const auto wanted = project.empty() ? std::nullopt : std::optional<std::string_view>(project);
  Answer answer;
  JsonWriter json;
  json.begin_array();
  for (const auto& row : store.rows<sql::SnapshotsOf>(wanted)) {
    ++answer.complete.total;
    if (!answer.complete.snapshots.empty()) answer.complete.snapshots += ',';
    answer.complete.snapshots += std::to_string(row.id);
    json.begin_object()
        .field("id", row.id)
        .field("project", row.project)
        .field("label", row.label.value_or(""))
        .field("kind", row.kind)
        .field("source", row.source)
        .field("revision", row.revision.value_or(""))
        .field("importedAt", rfc3339(row.imported_at))
        .field("isLatest", row.is_latest != 0)
        .field("modules", row.modules)
        .field("types", row.types)
        .field("members", row.members)
        .field("references", row.references)
        .field("files", row.files)
        .end_object();
  }
  answer.body = json.end_array().take();
  answer.complete.returned = answer.complete.total;
  answer.log = "snapshots(): project=" + in_quotes(project) +
               ", hits=" + std::to_string(answer.complete.total);
  return answer;
}

constexpr OpField kFields[] = {kProjectField};
constexpr OpColumn kColumns[] = {
    {"id", "id"},       {"project", "project"},     {"label", "label"},
    {"kind", "kind"},   {"importedAt", "imported"}, {"isLatest", "latest"},
    {"types", "types"}, {"files", "files"}};

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
    0,
    snapshots,
};

}  // namespace dossier
