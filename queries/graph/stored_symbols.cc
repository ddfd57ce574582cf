#include "queries/graph/stored_symbols.h"

#include "engine/fact.h"
#include "engine/first_row.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

std::string kind_of_type(Statements& statements, int64_t type) {
  const auto row = first_row<sql::TypeFacts>(statements, type);
  return row ? std::string(row->kind) : std::string();
}

bool is_of_source(Statements& statements, int64_t symbol) {
  const auto row = first_row<sql::ModuleOfSymbol>(statements, symbol);
  return row && row->kind == static_cast<int64_t>(ModuleKind::source);
}

std::string result_of(Statements& statements, int64_t symbol) {
  const auto row = first_row<sql::ResultOf>(statements, symbol);
  return row ? std::string(row->text) : std::string();
}

std::vector<int64_t> members_with_name(Statements& statements, const Scope& scope,
                                       std::string_view name) {
  std::vector<int64_t> members;
  for (const int64_t snapshot : scope.snapshots)
    for (const auto& row : statements.rows<sql::MembersCalled>(name, snapshot))
      members.push_back(row.symbol);
  return members;
}

}  // namespace dossier
