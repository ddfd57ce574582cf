#pragma once
// The rows of a statement, each as one line: "a|b|NULL|".
#include <string>
#include <vector>

#include "engine/statement.h"
#include "store/store.h"

namespace dossier::test {

inline std::vector<std::string> rows_of(Store& store, const std::string& sql) {
  std::vector<std::string> rows;
  Statement statement(store.database(), sql);
  while (statement.step()) {
    std::string row;
    for (int i = 0; i < statement.columns(); ++i)
      row += std::string(statement.is_null(i) ? "NULL" : statement.text(i)) + "|";
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace dossier::test
