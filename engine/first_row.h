#pragma once
// The first row of a statement. The texts of a row are the statement's, so the two are kept
// together: the statement is reset when this goes out of scope.
#include <optional>
#include <utility>

#include "engine/statements.h"

namespace dossier {

template <typename Query>
class FirstRow {
 public:
  explicit FirstRow(Rows<Query> rows) : rows_(std::move(rows)), row_(rows_.next()) {}
  explicit operator bool() const { return row_.has_value(); }
  const typename Query::Row& operator*() const { return *row_; }
  const typename Query::Row* operator->() const { return &*row_; }

 private:
  Rows<Query> rows_;
  std::optional<typename Query::Row> row_;
};

/// False if there is none. `from` has rows<Query>(): Statements, or what passes them on.
template <typename Query, typename From, typename... Arguments>
FirstRow<Query> first_row(From& from, Arguments&&... arguments) {
  return FirstRow<Query>(from.template rows<Query>(std::forward<Arguments>(arguments)...));
}

}  // namespace dossier
