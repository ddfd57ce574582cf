// Which files have to follow a change of .proto files (queries/proto/suspects.h).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/proto/history.h"

namespace dossier {
namespace {

// Of a request that has a deadline; a command may look further back.
constexpr std::chrono::milliseconds kHistory{500};

std::string hundredths(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

void proto_suspects(Store& store, Question& question, Answer& answer) {
  const auto of = [&](const char* name) {
    return resolve_scope(store.statements(), question.text("project"), question.text(name))
        .snapshots.front();
  };
  const int64_t before = of("before"), after = of("after");
  const auto versions = proto::changed_schemas(store, before, after);
  const auto changes = proto::schema_changes(versions.before, versions.after);
  proto::SuspectOptions options;
  options.most = static_cast<size_t>(question.limit());
  options.only = question.text("explain");
  std::vector<std::string> paths;
  for (const auto& file : versions.before) paths.push_back(file.path);
  auto rules = proto::history_rules();
  rules.limit = std::min(rules.limit, kHistory);
  const auto history = proto::co_changes(store, before, paths, {}, rules);
  options.history = history.files;
  const auto found = proto::find_suspects(store, before, after, versions, changes, options);
  answer.field("before", before);
  answer.field("after", after);
  answer.field("files", static_cast<int64_t>(found.files));
  answer.begin_rows();
  for (const auto& suspect : found.ranked) {
    std::vector<std::string> reasons;
    for (const auto& reason : suspect.reasons) {
      std::string text = std::string(reason.rule) + " " + hundredths(reason.points);
      for (const auto& seen : reason.evidence) {
        text += "; ";
        if (seen.line != 0) text += std::to_string(seen.line) + ": ";
        if (!seen.name.empty()) text += "[" + seen.name + "] ";
        text += seen.text;
      }
      reasons.push_back(std::move(text));
    }
    if (!answer.row({hundredths(suspect.score), suspect.path,
                     std::string_view(suspect.is_new       ? "new"
                                      : suspect.is_changed ? "changed"
                                                           : ""),
                     Value::Texts(reasons)}))
      break;
  }
  answer.count(static_cast<int64_t>(found.ranked.size()));
  answer.outcome.complete.snapshots = std::to_string(before) + "," + std::to_string(after);
  answer.outcome.log = "protoSuspects(): before=" + std::to_string(before) +
                       ", after=" + std::to_string(after) +
                       ", hits=" + std::to_string(found.ranked.size());
}

constexpr OpField kFields[] = {
    {"before", OpField::text, true, "The snapshot before the .proto files changed"},
    {"after", OpField::text, true, "The snapshot after it"},
    {"explain", OpField::text, false, "Only this file, whatever its rank"},
    kMaxResultsField,
    kProjectField,
};
constexpr Column kColumns[] = {{"score", 1, "score"},
                               {"path", 2, "path", Column::path},
                               {"state", 3, "state"},
                               {"reasons", 4, "reasons", Column::nothing, Column::texts}};

}  // namespace

const Op kProtoSuspects = {
    "proto-suspects",
    "proto_suspects",
    "/api/proto/suspects",
    "Which files have to follow a change of the .proto files between two snapshots, and why",
    "dossier proto-suspects 1 2",
    kFields,
    "suspects",
    kColumns,
    proto_suspects,
    false,  // what the earlier snapshot holds has always changed since
};

}  // namespace dossier
