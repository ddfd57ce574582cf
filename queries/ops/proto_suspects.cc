// Which files have to follow a change of .proto files (queries/proto/suspects.h).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <filesystem>

#include "engine/path_text.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/proto/history.h"

namespace dossier {
namespace {

// Of a request that has a deadline; a command may look further back.
constexpr std::chrono::milliseconds kHistory{500};

double hundredths(double value) { return std::round(value * 100) / 100; }

/// A suspect's reasons and lines as values, which are borrowed from here.
class Row {
 public:
  explicit Row(const proto::Suspect& suspect) {
    for (const auto& reason : suspect.reasons) {
      const Value seen = evidence(reason.evidence);
      reasons_.push_back(object(
          {{"rule", reason.rule}, {"points", hundredths(reason.points)}, {"evidence", seen}}));
    }
    lines_ = evidence(suspect.lines);
  }
  Row(const Row&) = delete;

  Value reasons() const { return list_of(reasons_); }
  Value lines() const { return lines_; }

 private:
  Value object(std::vector<Cell> cells) { return object_of(cells_.emplace_back(std::move(cells))); }

  Value evidence(const std::vector<proto::Evidence>& all) {
    auto& list = lists_.emplace_back();
    for (const auto& seen : all) {
      std::vector<Cell> cells;
      if (seen.line != 0) cells.push_back({"line", seen.line});
      cells.push_back({"text", seen.text});
      if (!seen.name.empty()) cells.push_back({"name", seen.name});
      if (!seen.change.empty()) cells.push_back({"change", seen.change});
      list.push_back(object(std::move(cells)));
    }
    return list_of(list);
  }

  std::deque<std::vector<Cell>> cells_;
  std::deque<std::vector<Value>> lists_;
  std::vector<Value> reasons_;
  Value lines_;
};

void proto_suspects(Store& store, Question& question, Answer& answer) {
  const auto of = [&](const char* name) {
    return resolve_scope(store.statements(), question.text("project"), question.text(name))
        .snapshots.front();
  };
  const int64_t before = of("before"), after = of("after");
  const auto moves = proto::moves_in(proto::changed_paths(store, before, after));
  const auto versions = proto::changed_schemas(store, before, after, moves);
  const auto changes = proto::schema_changes(versions.before, versions.after, versions.imported);
  proto::SuspectOptions options;
  options.most = static_cast<size_t>(question.limit());
  if (!question.text("explain").empty()) {
    const std::string paths[] = {std::filesystem::path(path_meant(question.text("explain")))
                                     .lexically_normal()
                                     .generic_string()};
    options.only = proto::one_of_the_files(store, before, after, paths);
  }
  std::vector<std::string> paths;
  for (const auto& file : versions.before) paths.push_back(file.path);
  auto rules = proto::history_rules();
  rules.limit = std::min(rules.limit, kHistory);
  const auto history = proto::co_changes(store, before, paths, {}, rules);
  options.history = history.files;
  options.moves = moves;
  const auto found = proto::find_suspects(store, before, after, versions, changes, options);
  answer.field("before", before);
  answer.field("after", after);
  answer.field("files", static_cast<int64_t>(found.files));
  answer.field("total", static_cast<int64_t>(found.concerned));
  answer.begin_rows();
  for (const auto& suspect : found.ranked) {
    const Row row(suspect);
    if (!answer.row({hundredths(suspect.score), suspect.path, suspect.state(),
                     suspect.moved_to.empty() ? Value() : Value(suspect.moved_to), row.reasons(),
                     row.lines()}))
      break;
  }
  answer.count(static_cast<int64_t>(found.concerned));
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
constexpr Column kColumns[] = {{"score", 1, "score", Column::nothing, Column::real},
                               {"path", 2, "path", Column::path},
                               {"state", 3, "state"},
                               {"movedTo", 0, {}, Column::path},
                               {"reasons", 0, {}, Column::nothing, Column::list},
                               {"lines", 4, "lines", Column::nothing, Column::list}};

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
