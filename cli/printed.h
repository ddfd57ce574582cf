#pragma once
// An answer for a terminal or a pipe. Rows in JSON lines are printed as they arrive. Tables, CSV
// and paths need all rows first (for widths and empty columns), so their cells are kept as text.
// Fields beside the rows are kept too, and the command presents them.
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_value.h"
#include "queries/ops/sink.h"

namespace dossier::cli {

// Of null_paths each ends with a NUL, as it is: for other programs, whatever is in a name.
enum class RowFormat { table, csv, jsonl, paths, null_paths };

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
  /// The fields beside the rows.
  const Json& fields() const { return fields_; }

  /// Prints the first `most` rows on standard output.
  void print_rows(size_t most) const;
  /// Prints the fields in a column, lists with a line per item.
  void print_fields() const;
  /// The number of rows per module, most first: "Assembly-CSharp.dll 12, mscorlib.dll 3".
  std::string module_counts() const;

 private:
  void print_table(size_t most) const;
  void print_csv() const;
  void print_paths() const;

  RowFormat format_;
  Json fields_ = Json::object();
  std::vector<Column> columns_;
  std::vector<size_t> picked_;  // indexes of the columns shown, in their order
  std::vector<std::vector<std::string>> cells_;
  std::vector<bool> present_;  // whether any row has a value, per picked column
  bool has_rows_ = false;
  size_t rows_ = 0;
};

/// A value for people: lists joined by "; ", counts as "call 3, new 1".
std::string cell_of(const Json& value);

}  // namespace dossier::cli
