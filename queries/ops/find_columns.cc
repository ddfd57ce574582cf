#include "queries/ops/find_columns.h"

#include "engine/token_estimate.h"
#include "queries/ops/json_sink.h"

namespace dossier {
namespace {

// What lang::emit selects at which place, by the name that the language has for it.
struct Shown {
  std::string_view name;
  int at;
  Column column;
};
constexpr Shown kShown[] = {
    {"kind", 0, {"kind"}},
    {"name", 1, {"name"}},
    {"full", 2, {"full_name", 0, {}, Column::symbol}},
    {"sig", 3, {"signature"}},
    {"module", 4, {"module"}},
    {"project", 5, {"project"}},
    {"file", 7, {"path", 0, {}, Column::path}},
    {"base", 8, {"base_type", 0, {}, Column::symbol}},
    {"in", 9, {"type", 0, {}, Column::symbol}},
    {"ns", 10, {"namespace"}},
    {"lang", 11, {"language"}},
    {"line", 12, {"line", 0, {}, Column::nothing, Column::integer}},
};

}  // namespace

Shape shape_of(const std::vector<std::string>& select) {
  Shape shape;
  for (const auto& name : select)
    for (const auto& [called, at, column] : kShown)
      if (called == name) {
        shape.columns.push_back(column);
        shape.columns.back().title = column.key;
        shape.columns.back().place = static_cast<int>(shape.columns.size());
        shape.at.push_back(at);
      }
  if (!select.empty()) return shape;
  for (const Column& column : kFindColumns)
    for (const auto& shown : kShown)
      if (shown.column.key == column.key) {
        shape.columns.push_back(column);
        shape.at.push_back(shown.at);
      }
  return shape;
}

void read_row(const Statement& row, const Shape& shape, std::vector<Value>& values) {
  values.clear();
  for (size_t i = 0; i < shape.at.size(); ++i)
    values.push_back(shape.columns[i].type == Column::text ? Value(row.text(shape.at[i]))
                     : row.is_null(shape.at[i])            ? Value()
                                                           : Value(row.integer(shape.at[i])));
}

int64_t tokens_of(const Shape& shape, const std::vector<Value>& values) {
  JsonWriter json;
  write_row(json, shape.columns, values);
  return token_estimate(json.text());
}

}  // namespace dossier
