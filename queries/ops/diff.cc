// The differences between two snapshots, as queries/graph/changes.h defines them.
#include <algorithm>

#include "queries/graph/changes.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

std::string project_of(Store& store, int64_t snapshot) {
  for (const auto& row : store.rows<sql::SnapshotsOf>(std::nullopt))
    if (row.id == snapshot) return std::string(row.project);
  return {};
}

/// What is not compared, or hardly worth it; "" if all is.
std::string note_on(Store& store, int64_t before, int64_t after, const Differences& found) {
  std::string note;
  const auto add = [&](const std::string& sentence) {
    note.append(note.empty() ? "" : "; ").append(sentence);
  };
  const std::string was = project_of(store, before), is = project_of(store, after);
  if (was != is)
    add("the snapshots are of different projects: " + std::to_string(before) + " of '" + was +
        "', " + std::to_string(after) + " of '" + is + "'");
  if (found.hidden > 0)
    add(std::to_string(found.hidden) +
        (found.hidden == 1 ? " hidden file is" : " hidden files are") + " not compared: snapshot " +
        std::to_string(found.without) +
        " is of a folder and holds none ('dossier import --all' reads them)");
  if (found.is_code_unlike)
    add("the two snapshots were imported by versions that read code and attributes otherwise: of "
        "code only what it refers to and its literals are compared, and no attributes; importing "
        "both again compares all");
  if (found.is_cut)
    add("more files or bytes are gone and new than are compared: what moved and was edited as well "
        "may be said to be removed and added");
  return note;
}

void diff(Store& store, Question& question, Answer& answer) {
  const auto of = [&](const char* name) {
    return resolve_scope(store.statements(), question.text("project"), question.text(name))
        .snapshots.front();
  };
  const int64_t before = of("before"), after = of("after");
  // A program has no files: its symbols are what can differ.
  const bool has_files = store.index().statements().rows<sql::FilesOfSnapshot>(after).next() ||
                         store.index().statements().rows<sql::FilesOfSnapshot>(before).next();
  const bool symbols = question.flag("symbols") || !has_files;
  const auto found = changes_between(store.index(), before, after, symbols);
  const auto& changes = found.changes;

  constexpr std::string_view kKinds[] = {"added", "removed", "changed", "moved"};
  Cell counts[std::size(kKinds)];
  for (size_t i = 0; i < std::size(kKinds); ++i)
    counts[i] = {kKinds[i], std::count_if(changes.begin(), changes.end(), [&](const auto& change) {
                   return name_of(change.change) == kKinds[i];
                 })};
  answer.field("before", before);
  answer.field("after", after);
  answer.field("counts", object_of(counts));
  answer.begin_rows();
  for (const auto& change : changes)
    if (!answer.row({name_of(change.change), change.kind, change.name, change.from, change.path}))
      break;
  answer.count(static_cast<int64_t>(changes.size()));
  answer.note(note_on(store, before, after, found));
  answer.outcome.complete.snapshots = std::to_string(before) + "," + std::to_string(after);
  answer.outcome.log = "diff(): before=" + std::to_string(before) +
                       ", after=" + std::to_string(after) +
                       ", hits=" + std::to_string(changes.size());
}

constexpr OpField kFields[] = {
    {"before", OpField::text, true, "The earlier snapshot, by id or label"},
    {"after", OpField::text, true, "The later one"},
    {"symbols", OpField::flag, false, "Compare types and members too, not only files"},
    kMaxResultsField,
    kProjectField,
};
constexpr Column kColumns[] = {{"change", 1, "change"},
                               {"kind", 2, "kind"},
                               {"name", 3, "name", Column::symbol},
                               {"from", 4, "from"},
                               {"path", 5, "path", Column::path}};

}  // namespace

const Op kDiff = {
    "diff",
    "diff_snapshots",
    "/api/diff",
    "What was added, removed, changed and moved between two snapshots",
    "dossier diff 1 2",
    kFields,
    "hits",
    kColumns,
    diff,
    false,  // what the earlier snapshot holds has always changed since
};

}  // namespace dossier
