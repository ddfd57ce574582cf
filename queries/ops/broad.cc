// Broad lookup (docs/http-api.md): a regular expression over every module, type and member.
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

void broad(Store& store, Question& question, Answer& answer) {
  const std::string_view pattern = question.text("pattern");
  const std::string scope = question.scope().text();
  answer.begin_rows();
  for (const auto& row :
       store.rows<sql::Broad>(pattern, std::string_view(scope), question.limit() + 1))
    if (!answer.row({row.kind, row.name, row.full_name, row.module, row.path, row.signature}))
      break;
  answer.outcome.log = "broad_search(): pattern=" + in_quotes(pattern) +
                       ", max_results=" + std::to_string(question.number("maxResults")) +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"pattern", OpField::text, true, "Regular expression, ignoring case"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"kind", 1, "kind"},
                               {"name"},
                               {"fullName", 2, "full name", Column::symbol},
                               {"moduleName", 4, "module"},
                               {"assemblyPath", 0, {}, Column::path},
                               {"signature", 3, "signature"}};

}  // namespace

const Op kBroad = {
    "broad",
    "broad_lookup",
    "/api/search/broad",
    "Modules, types and members that match a regular expression",
    "dossier broad 'Player.*(Health|Attack)'",
    kFields,
    "",
    kColumns,
    broad,
};

}  // namespace dossier
