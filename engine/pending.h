#pragma once
// A batch of rows to be inserted. `INSERT INTO t SELECT c0, c1 FROM pending(:rows)` inserts all of
// them in one statement, which keeps its cursor at the end of the table. This takes half the time
// of a statement per row, which opens a cursor, descends to the last page and closes the cursor.
//
// Rejected: VALUES with many tuples, which binds every field as a parameter and has a fixed number
// of rows.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace dossier {

class PendingRows {
 public:
  static constexpr int kMaxColumns = 14;

  /// `columns` is the number of fields in a row, at most kMaxColumns.
  explicit PendingRows(size_t columns) : columns_(columns) {}

  /// Appends a row, with one field per column. Texts are copied.
  template <typename... Fields>
  void add(const Fields&... fields) {
    (push(fields), ...);
  }
  size_t size() const { return fields_.size() / columns_; }
  void clear() {
    fields_.clear();
    texts_.clear();
  }

  struct Field {
    enum Type : uint32_t { null, integer, text };
    int64_t value = 0;  // of a text: its offset in texts()
    uint32_t size = 0;
    Type type = null;
  };
  const Field& at(size_t row, size_t column) const { return fields_[row * columns_ + column]; }
  const std::string& texts() const { return texts_; }
  size_t columns() const { return columns_; }

  /// The pointer type of a PendingRows for sqlite3_bind_pointer and sqlite3_value_pointer.
  static const char* const kPointerType;

 private:
  void push(int64_t value) { fields_.push_back({value, 0, Field::integer}); }
  void push(std::string_view value) {
    fields_.push_back(
        {static_cast<int64_t>(texts_.size()), static_cast<uint32_t>(value.size()), Field::text});
    texts_ += value;
  }
  void push(const std::optional<int64_t>& value) {
    fields_.push_back({value.value_or(0), 0, value ? Field::integer : Field::null});
  }

  size_t columns_;
  std::vector<Field> fields_;
  std::string texts_;
};

/// Registers the table-valued function `pending`: columns c0 … c13, and the rows as a hidden
/// column.
void register_pending(sqlite3* db);

}  // namespace dossier
