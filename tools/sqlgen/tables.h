#pragma once
// The declaration of tables (store/tables.txt says what a row means): read, held against the
// migrated schema, and written as statements. A table that the schema lacks, and one of the schema
// that has no row, are errors that name the file and the line.
#include <string>
#include <vector>

#include "engine/database.h"
#include "tools/sqlgen/query.h"

namespace dossier {

struct Table {
  enum class Mark { none, numbers, follows, keeps };
  struct Column {
    std::string name;
    std::string type;  // int, text, blob
    bool nullable = false;
  };

  int line = 0;
  std::string name, key, insert;
  Mark use = Mark::none;
  std::string mark;         // "" = none
  bool in_segment = false;  // the key is segment * 2^32 + n
  bool of_module = false;
  bool is_bulk = false;
  std::string label, index_label;  // "" = other
  std::vector<Column> columns;
};

struct Tables {
  std::string path;
  std::vector<Table> rows;
  std::vector<std::string> marks;                 // in the order of _import's columns
  std::vector<std::string> drop_bulk, make_bulk;  // DDL of the indexes of bulk tables

  /// The statements that the rows stand for.
  std::vector<Query> queries() const;
  /// What more of C++ there is to declare and to define, once the statements are.
  std::string declarations() const;
  std::string definitions() const;

  std::vector<std::pair<std::string, std::string>> labels;  // label, quoted names; for Sizes
};

Tables read_tables(const std::string& path, Database& db);

}  // namespace dossier
