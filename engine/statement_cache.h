#pragma once
// The statements that the query language wrote last, prepared: queries of one form have one text,
// since what they ask for is bound, and preparing it costs as much as a quick answer. Rejected:
// keeping them by query, which differs with every word.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/statement.h"

namespace dossier {

/// A statement for one run: reset when it goes, so that no cursor outlives the run.
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

  /// The text's statement, to be bound anew. One run of a text at a time.
  StatementRun run(const std::string& sql);

 private:
  static constexpr size_t kKept = 16;
  struct Kept {
    std::string sql;
    std::shared_ptr<Statement> statement;
  };
  Database* db_;
  std::vector<Kept> kept_;  // the last used in front
};

}  // namespace dossier
