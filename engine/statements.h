#pragma once
// The prepared statements of one connection, created on first use and kept. Running one gives a
// range of typed rows, which resets the statement when it ends or is destroyed, so no read
// transaction outlives its request. A statement must not be run again while a range over it exists.
#include <atomic>
#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/database.h"
#include "engine/statement.h"

namespace dossier {

/// The rows of one run. Views in a row stay valid until the next one.
template <typename Query>
class Rows {
 public:
  explicit Rows(Query& query) : query_(&query) {}
  Rows(Rows&& other) noexcept : query_(std::exchange(other.query_, nullptr)) {}
  Rows& operator=(Rows&&) = delete;
  ~Rows() {
    if (query_) query_->reset();
  }

  /// The next row; absent at the end.
  std::optional<typename Query::Row> next() {
    if (!query_->step()) return std::nullopt;
    return query_->row();
  }

  class iterator {
   public:
    iterator() = default;
    explicit iterator(Rows* rows) : rows_(rows) { ++*this; }
    const typename Query::Row& operator*() const { return *row_; }
    const typename Query::Row* operator->() const { return &*row_; }
    iterator& operator++() {
      row_ = rows_->next();
      return *this;
    }
    bool operator!=(const iterator&) const { return row_.has_value(); }

   private:
    Rows* rows_ = nullptr;
    std::optional<typename Query::Row> row_;
  };
  iterator begin() { return iterator(this); }
  iterator end() { return {}; }

 private:
  Query* query_;
};

class Statements {
 public:
  explicit Statements(Database& db) : db_(&db) {}
  Statements(Statements&&) = default;

  /// Binds the arguments and returns the rows. Bound text is borrowed until the range ends.
  template <typename Query, typename... Arguments>
  Rows<Query> rows(Arguments&&... arguments) {
    static_assert((!std::is_same_v<Arguments, std::string> && ...),
                  "a temporary text would be gone before the first row");
    Query& query = prepared<Query>();
    query.set(std::forward<Arguments>(arguments)...);
    return Rows<Query>(query);
  }
  /// Runs a statement that returns no rows.
  template <typename Query, typename... Arguments>
  void run(Arguments&&... arguments) {
    Query& query = prepared<Query>();
    query.set(std::forward<Arguments>(arguments)...);
    query.run();
  }
  Database& database() { return *db_; }
  /// Finalizes every statement; each is prepared again when it next runs.
  void release() {
    for (auto& slot : slots_) slot.reset();
  }

 private:
  template <typename Query>
  Query& prepared() {
    static const size_t place = next_place();
    if (slots_.size() <= place) slots_.resize(place + 1);
    auto& slot = slots_[place];
    if (!slot) slot = std::make_unique<Query>(*db_);
    slot->reset();
    return static_cast<Query&>(*slot);
  }

  // Every query type has one slot in all connections, numbered in the order of first use.
  static size_t next_place() {
    static std::atomic<size_t> places{0};
    return places++;
  }

  Database* db_;
  std::vector<std::unique_ptr<Statement>> slots_;
};

}  // namespace dossier
