#pragma once
// The columns of find's rows: those that select: names, or the usual ones.
#include <string>
#include <vector>

#include "engine/statement.h"
#include "queries/ops/sink.h"

namespace dossier {

/// Of rows where select: does not say.
inline constexpr Column kFindColumns[] = {{"kind", 1, "kind"},
                                          {"name"},
                                          {"full_name", 2, "full_name", Column::symbol},
                                          {"signature", 3, "signature"},
                                          {"module", 4, "module"},
                                          {"project"},
                                          {"path", 0, {}, Column::path},
                                          {"line", 0, {}, Column::nothing, Column::integer}};

/// The columns of an answer, and where the statement that lang::emit writes has them.
struct Shape {
  std::vector<Column> columns;
  std::vector<int> at;
};

/// `select` names columns of the language; none for the usual ones.
Shape shape_of(const std::vector<std::string>& select);
void read_row(const Statement& row, const Shape& shape, std::vector<Value>& values);
/// What a row counts against a budget: its tokens in JSON.
int64_t tokens_of(const Shape& shape, const std::vector<Value>& values);

}  // namespace dossier
