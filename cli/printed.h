#pragma once
// An answer for a terminal or a pipe. Rows as JSON lines go out as they come; tables, CSV and paths
// need all of them (widths, columns in which nothing stands), so their cells are kept as text. What
// stands beside the rows is kept, too: the command says what it means to a person.
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_value.h"
#include "queries/ops/sink.h"

namespace dossier::cli {

enum class RowFormat { table, csv, jsonl, paths };

class Printed final : public Sink {
 public:
  explicit Printed(RowFormat format) : format_(format) {}

  void field(std::string_view key, const Value& value) override;
  void begin_rows(std::string_view key, std::span<const Column> columns) override;
  void row(std::span<const Value> values) override;
  void note(std::string_view text) override { field("note", text); }
  void end(const Outcome&) override {}

  bool has_rows() const { return has_rows_; }
  size_t rows() const { return rows_; }
  /// What stands beside the rows.
  const Json& fields() const { return fields_; }

  /// The first rows, on standard output.
  void print_rows(size_t most) const;
  /// The fields in a column, a list with a line for each of its parts.
  void print_fields() const;
  /// How many rows each module has, most first: "Assembly-CSharp.dll 12, mscorlib.dll 3".
  std::string module_counts() const;

 private:
  void print_table(size_t most) const;
  void print_csv() const;
  void print_paths() const;

  RowFormat format_;
  Json fields_ = Json::object();
  std::vector<Column> columns_;
  std::vector<size_t> picked_;  // which columns are kept, in the order in which they are shown
  std::vector<std::vector<std::string>> cells_;
  std::vector<bool> present_;  // which of the picked ones some row has
  bool has_rows_ = false;
  size_t rows_ = 0;
};

/// A value as a person reads it: lists joined by "; ", counts as "call 3, new 1".
std::string cell_of(const Json& value);

}  // namespace dossier::cli
