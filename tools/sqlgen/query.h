#pragma once
// A statement on its way to its typed face: what a .sql file says, or what a row of a declaration
// of tables stands for.
#include <string>
#include <vector>

#include "engine/error.h"

namespace dossier {

struct Field {
  std::string name;
  std::string type;
  bool nullable = false;
};

struct Query {
  std::string path;
  std::string name;     // types_by_full_name: a file's name without extension
  std::string summary;  // the comment lines that are neither params nor row
  std::string sql;
  std::vector<Field> params;
  std::vector<Field> row;
  int body_line = 1;
};

[[noreturn]] inline void fail(const std::string& path, int line, const std::string& message) {
  throw Error(ErrorCode::invalid, message, path + ":" + std::to_string(line));
}

/// InsertMember for insert_member.
std::string class_name(const std::string& name);

}  // namespace dossier
