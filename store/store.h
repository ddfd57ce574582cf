#pragma once
// An opened database: the connection, its prepared statements and the search index. Invariant: its
// schema is this program's. One thread at a time; a server keeps one per worker. Who asks opens it
// through queries/open.h, which adds the virtual tables and the functions of SQL.
#include <functional>
#include <memory>
#include <string>

#include "engine/database.h"
#include "engine/seams.h"
#include "engine/statement_cache.h"
#include "engine/statements.h"
#include "store/index/index.h"
#include "store/scope/scope.h"

namespace dossier {

class Store {
 public:
  /// Read-only: never migrates, refuses an older schema with Error{conflict}.
  /// Stores of one file may share `units`.
  static Store open_to_read(const std::string& path, std::shared_ptr<UnitCache> units = nullptr);
  /// Creates the file when missing, brings the schema up to date and removes what a dead import
  /// left.
  static Store open_to_write(const std::string& path, Clock& clock = system_clock());
  /// Creates the file beside its place (OpenMode::fresh). See store/import/new_database.h.
  static Store open_fresh(const std::string& path, Clock& clock = system_clock());
  /// A database that lives as long as the store.
  static Store in_memory(Clock& clock = system_clock());

  Database& database() { return parts_->database; }
  Statements& statements() { return parts_->statements; }
  SearchIndex& index() { return parts_->index; }
  /// Statements that the query language wrote.
  StatementCache& written() { return parts_->written; }
  Clock& clock() { return *parts_->clock; }

  /// The scope of a request, where an empty project means default_project().
  Scope scope(std::string_view project, std::string_view snapshot);
  /// What lookups cover when a request names no project; empty = every project.
  const std::string& default_project() const { return parts_->default_project; }
  void set_default_project(std::string name) { parts_->default_project = std::move(name); }

  template <typename Query, typename... Arguments>
  Rows<Query> rows(Arguments&&... arguments) {
    return statements().rows<Query>(std::forward<Arguments>(arguments)...);
  }
  template <typename Query, typename... Arguments>
  void run(Arguments&&... arguments) {
    statements().run<Query>(std::forward<Arguments>(arguments)...);
  }

 private:
  struct Parts {
    Parts(Database opened, Clock& with, std::shared_ptr<UnitCache> units);
    Database database;  // first: everything below borrows it
    Statements statements;
    SearchIndex index;
    StatementCache written;
    Clock* clock;
    std::string default_project;
  };
  explicit Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

  std::unique_ptr<Parts> parts_;
};

}  // namespace dossier
