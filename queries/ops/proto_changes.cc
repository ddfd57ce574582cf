// What changed in the .proto files between two snapshots, and which breaking rules it breaks.
#include <set>

#include "engine/path_text.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/proto/suspects.h"

namespace dossier {
namespace {

void proto_changes(Store& store, Question& question, Answer& answer) {
  const auto of = [&](const char* name) {
    return resolve_scope(store.statements(), question.text("project"), question.text(name))
        .snapshots.front();
  };
  const int64_t before = of("before"), after = of("after");
  const auto versions = proto::changed_schemas(
      store, before, after, proto::moves_in(proto::changed_paths(store, before, after, ".proto")));
  const auto changes = proto::schema_changes(versions.before, versions.after, versions.imported);
  answer.field("before", before);
  answer.field("after", after);
  std::set<std::string> partial;
  for (const auto* side : {&versions.before, &versions.after})
    for (const auto& file : *side)
      if (file.has_errors) partial.insert(path_text(file.path));
  answer.field("partlyRead",
               Value::Texts(std::vector<std::string>(partial.begin(), partial.end())));
  answer.begin_rows();
  for (const auto& change : changes) {
    std::vector<std::string> rules, aspects;
    for (const auto* rule : change.rules) rules.emplace_back(rule->name);
    for (const auto aspect : change.aspects) aspects.emplace_back(aspect);
    if (!answer.row({name_of(change.what), change.kind, change.name, change.from, change.path,
                     static_cast<int64_t>(change.line), change.before, change.after,
                     Value::Texts(aspects), Value::Texts(rules)}))
      break;
  }
  answer.count(static_cast<int64_t>(changes.size()));
  answer.outcome.complete.snapshots = std::to_string(before) + "," + std::to_string(after);
  answer.outcome.log = "protoChanges(): before=" + std::to_string(before) +
                       ", after=" + std::to_string(after) +
                       ", hits=" + std::to_string(changes.size());
}

constexpr OpField kFields[] = {
    {"before", OpField::text, true, "The earlier snapshot, by id or label"},
    {"after", OpField::text, true, "The later one"},
    kMaxResultsField,
    kProjectField,
};
constexpr Column kColumns[] = {{"change", 1, "change"},
                               {"kind", 2, "kind"},
                               {"name", 3, "name"},
                               {"from", 4, "from"},
                               {"path", 0, {}, Column::path},
                               {"line", 0, {}, Column::nothing, Column::integer},
                               {"before", 0, {}},
                               {"after", 5, "after"},
                               {"aspects", 0, {}, Column::nothing, Column::texts},
                               {"breaks", 6, "breaks", Column::nothing, Column::texts}};

}  // namespace

const Op kProtoChanges = {
    "proto-changes",
    "proto_changes",
    "/api/proto/changes",
    "What changed in the .proto files between two snapshots, and which of buf's rules it breaks",
    "dossier proto-changes 1 2",
    kFields,
    "changes",
    kColumns,
    proto_changes,
    false,  // what the earlier snapshot holds has always changed since
};

}  // namespace dossier
