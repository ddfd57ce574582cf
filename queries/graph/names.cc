#include "queries/graph/names.h"

#include "engine/first_row.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

std::optional<int64_t> name_id(Statements& statements, std::string_view text) {
  const auto row = first_row<sql::NameId>(statements, text);
  return row ? std::optional(row->id) : std::nullopt;
}

const std::string& NameTexts::operator[](int64_t name) {
  const auto [at, is_new] = known_.try_emplace(name);
  if (is_new) {
    if (const auto row = first_row<sql::NameText>(statements_, name)) at->second = row->text;
  }
  return at->second;
}

}  // namespace dossier
