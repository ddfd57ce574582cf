#pragma once
// An answer for a terminal or a pipe. Rows as JSON lines go out as they come; tables, CSV and paths
// need all of them (widths, columns in which nothing stands), so their cells are kept as text. What
// stands beside the rows is kept, too: the command says what it means to a person.
#include <string>
#include <string_view>
#include <vector>

#include "queries/ops/sink.h"

namespace dossier::cli {

enum class RowFormat { table, csv, jsonl, paths };

class Printed : public Sink {
 public:
  explicit Printed(RowFormat format) : format_(format) {}

  void field(std::string_view key, const Value& value) override;
  void begin_rows(std::string_view key, std::span<const Column> columns) override;
  void row(std::span<const Value> values) override;
  void note(std::string_view text) override { field("note", text); }
  void end(const Outcome&) override {}

  bool has_rows() const { return has_rows_; }
  size_t rows() const { return rows_; }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  /// Of a field as a person reads it; "" where there is none.
  std::string text(std::string_view key) const;
  /// Of a field that is a list, its parts.
  std::vector<std::string> parts(std::string_view key) const;

  /// The first rows, on standard output.
  void print_rows(size_t most) const;
  /// The fields in a column, a list with a line for each of its parts.
  void print_fields() const;
  /// How many rows each module has, most first: "Assembly-CSharp.dll 12, mscorlib.dll 3".
  std::string module_counts() const;

 private:
  struct Field {
    std::string key;
    std::vector<std::string> parts;  // one, unless it is a list
  };
  const Field* find(std::string_view key) const;
  void print_table(size_t most) const;
  void print_csv() const;
  void print_paths() const;

  RowFormat format_;
  std::vector<Field> fields_;
  std::vector<Column> columns_;
  std::vector<size_t> picked_;  // which columns are kept, in the order in which they are shown
  std::vector<std::vector<std::string>> cells_;
  std::vector<bool> present_;  // which of the picked ones some row has
  bool has_rows_ = false;
  size_t rows_ = 0;
};

/// A value as a person reads it: lists joined by "; ", counts as "call 3, new 1".
std::string cell_of(const Value& value);

}  // namespace dossier::cli
