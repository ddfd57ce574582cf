#pragma once
// Keeps the statements that the query language used last prepared. Queries of the same form have
// the same text, since their values are bound, and preparing a statement costs as much as a quick
// answer. Rejected: a cache keyed by query, which differs with every word.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/statement.h"

namespace dossier {

/// A statement for one run; its destructor resets the statement, so that no cursor outlives the
/// run.
class StatementRun {
 public:
  explicit StatementRun(std::shared_ptr<Statement> statement) : statement_(std::move(statement)) {}
  StatementRun(StatementRun&&) = default;
  StatementRun& operator=(StatementRun&&) = delete;
  ~StatementRun() {
    if (statement_) statement_->reset();
  }
  Statement& operator*() const { return *statement_; }
  Statement* operator->() const { return statement_.get(); }

 private:
  std::shared_ptr<Statement> statement_;
};

class StatementCache {
 public:
  explicit StatementCache(Database& db) : db_(&db) {}

  /// The statement of the text, ready for binding. A text can have one run at a time.
  StatementRun run(const std::string& sql);

 private:
  static constexpr size_t kKept = 16;
  struct Kept {
    std::string sql;
    std::shared_ptr<Statement> statement;
  };
  Database* db_;
  std::vector<Kept> kept_;  // the most recent first
};

}  // namespace dossier
