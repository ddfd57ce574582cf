#include "queries/graph/names.h"

#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

std::optional<int64_t> name_id(Statements& statements, std::string_view text) {
  auto rows = statements.rows<sql::NameId>(text);
  const auto row = rows.next();
  return row ? std::optional(row->id) : std::nullopt;
}

const std::string& NameTexts::operator[](int64_t name) {
  const auto [at, is_new] = known_.try_emplace(name);
  if (is_new) {
    auto rows = statements_.rows<sql::NameText>(name);
    if (const auto row = rows.next()) at->second = row->text;
  }
  return at->second;
}

}  // namespace dossier
