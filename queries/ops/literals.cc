// String and number literals of code, by regular expression.
#include "engine/search/matcher.h"
#include "queries/graph/definitions.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

void literals(Store& store, Question& question, Answer& answer) {
  const std::string_view pattern = question.text("pattern");
  search::RegexMatcher{pattern};  // refuses a wrong pattern even if there are no literals
  answer.begin_rows();
  for (const int64_t snapshot : question.scope().snapshots) {
    if (answer.outcome.complete.truncated) break;
    for (const auto& row : store.rows<sql::LiteralsMatching>(pattern, snapshot)) {
      const auto source = definition_of(store, row.source);
      const bool is_written = answer.row({row.is_string != 0 ? "string" : "number", row.value,
                                          source ? std::string_view(source->key) : row.module,
                                          source ? source->token : 0, row.module, row.path,
                                          row.il_offset, Value::present(row.line)});
      if (!is_written) break;
    }
  }
  answer.outcome.log = "literals(): pattern=" + in_quotes(pattern) +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"pattern", OpField::text, true, "Regular expression over the values, ignoring case"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"kind", 1, "kind"},
                               {"value", 2, "value"},
                               {"source", 3, "in", Column::symbol},
                               {"token", 0, {}, Column::nothing, Column::integer},
                               {"moduleName", 4, "module"},
                               {"assemblyPath", 0, {}, Column::path},
                               {"ilOffset", 0, {}, Column::nothing, Column::integer},
                               {"line", 0, {}, Column::nothing, Column::integer}};

}  // namespace

const Op kLiterals = {
    "literals",
    "literals",
    "/api/literals",
    "String and number literals in code that match a regular expression",
    "dossier literals 'https?://'",
    kFields,
    "",
    kColumns,
    literals,
};

}  // namespace dossier
