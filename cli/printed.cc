#include "cli/printed.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <unordered_set>

#include "cli/sql_output.h"
#include "cli/terminal.h"
#include "engine/ascii.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/tree_sink.h"

namespace dossier::cli {
namespace {

// On a terminal a column in which nothing stands (the IL offsets of sources) gives its room away;
// one in which nothing but the usual stands does so on a pipe, too.
void drop_empty_columns(Table& table, const std::vector<bool>& is_droppable) {
  for (size_t i = table.titles.size(); i-- > 0;) {
    if (!is_droppable[i]) continue;
    const bool holds = std::any_of(table.rows.begin(), table.rows.end(),
                                   [&](const auto& row) { return !row[i].empty(); });
    if (holds || table.rows.empty()) continue;
    table.titles.erase(table.titles.begin() + static_cast<std::ptrdiff_t>(i));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// The columns that a format shows, in its order.
std::vector<size_t> picked_of(RowFormat format, std::span<const Column> columns) {
  std::vector<size_t> picked;
  for (size_t i = 0; i < columns.size(); ++i) {
    const bool names_files = format == RowFormat::paths || format == RowFormat::null_paths;
    const bool is_shown = format == RowFormat::table ? columns[i].place > 0
                          : names_files              ? columns[i].names == Column::path
                                                     : true;
    if (is_shown) picked.push_back(i);
  }
  if (format == RowFormat::table)
    std::sort(picked.begin(), picked.end(),
              [&](size_t a, size_t b) { return columns[a].place < columns[b].place; });
  return picked;
}

}  // namespace

std::string cell_of(const Json& value) {
  if (value.string()) return *value.string();
  if (value.is_null()) return {};
  std::string text;
  if (value.fields()) {
    for (const auto& [key, part] : *value.fields())
      text += (text.empty() ? "" : ", ") + key + " " + cell_of(part);
    return text;
  }
  if (!value.items()) return value.dump();
  for (const auto& part : value.each()) text += (text.empty() ? "" : "; ") + cell_of(part);
  return text;
}

void Printed::field(std::string_view key, const Value& value) { fields_.set(key, json_of(value)); }

void Printed::begin_rows(std::string_view, std::span<const Column> columns) {
  has_rows_ = true;
  columns_.assign(columns.begin(), columns.end());
  picked_ = picked_of(format_, columns);
  present_.resize(picked_.size());
}

void Printed::row(std::span<const Value> values) {
  ++rows_;
  if (format_ == RowFormat::jsonl) {
    JsonWriter json;
    write_row(json, columns_, values);
    std::cout << json.text() << "\n";
    return;
  }
  auto& cells = cells_.emplace_back();
  for (size_t i = 0; i < picked_.size(); ++i) {
    const Value& value = values[picked_[i]];
    present_[i] = present_[i] || !value.is_absent();
    const Column& column = columns_[picked_[i]];
    const bool is_usual =
        format_ == RowFormat::table && !column.usual.empty() && value.text() == column.usual;
    cells.push_back(is_usual                           ? std::string()
                    : format_ == RowFormat::null_paths ? std::string(value.text())
                                                       : cell_of(json_of(column, value)));
  }
}

void Printed::print_rows(size_t most) const {
  switch (format_) {
    case RowFormat::table:
      return print_table(most);
    case RowFormat::csv:
      return print_csv();
    case RowFormat::paths:
    case RowFormat::null_paths:
      return print_paths();
    case RowFormat::jsonl:
      return;
  }
}

void Printed::print_table(size_t most) const {
  Table table;
  for (const size_t column : picked_) table.titles.emplace_back(columns_[column].title);
  table.rows.assign(cells_.begin(),
                    cells_.begin() + static_cast<std::ptrdiff_t>(std::min(most, cells_.size())));
  std::vector<bool> is_droppable;
  for (const size_t column : picked_)
    is_droppable.push_back(on_terminal() || !columns_[column].usual.empty());
  drop_empty_columns(table, is_droppable);
  std::cout << print(table);
}

// Without the columns that no row has.
void Printed::print_csv() const {
  const auto line = [&](const auto& cell) {
    bool any = false;
    for (size_t i = 0; i < picked_.size(); ++i) {
      if (!present_[i]) continue;
      std::cout << (any ? "," : "") << csv_field(cell(i));
      any = true;
    }
    std::cout << "\n";
  };
  if (cells_.empty()) return;
  line([&](size_t i) { return columns_[picked_[i]].key; });
  for (const auto& row : cells_) line([&](size_t i) -> std::string_view { return row[i]; });
}

// Each path once, in the order of the rows.
void Printed::print_paths() const {
  std::unordered_set<std::string_view> seen;
  for (const auto& row : cells_) {
    if (row.empty() || row[0].empty() || !seen.insert(row[0]).second) continue;
    if (format_ == RowFormat::null_paths)
      std::cout << row[0] << '\0';
    else
      std::cout << printable(row[0]) << "\n";
  }
}

void Printed::print_fields() const {
  size_t width = 0;
  for (const auto& [key, value] : *fields_.fields()) width = std::max(width, key.size());
  for (const auto& [key, value] : *fields_.fields()) {
    // A list has a line for each of its parts.
    const bool is_list = value.each().size() > 1;
    std::string title = styled(key, Style::dim) + std::string(width - key.size() + 2, ' ');
    for (const auto& part : is_list ? value.each() : std::span(&value, 1)) {
      const std::string text = cell_of(part);
      if (text.empty() && !is_list) continue;
      const auto print_line = [&](std::string_view line) {
        std::cout << std::exchange(title, std::string(width + 2, ' ')) << printable(line) << "\n";
      };
      if (!on_terminal() || text.empty()) {
        print_line(text);
        continue;
      }
      for (const auto line : split(text, '\n')) print_line(line);
    }
  }
}

std::string Printed::module_counts() const {
  std::map<std::string_view, size_t> counts;
  for (size_t i = 0; i < picked_.size(); ++i)
    if (columns_[picked_[i]].key == "moduleName")
      for (const auto& row : cells_) ++counts[row[i]];
  std::vector<std::pair<std::string_view, size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  constexpr size_t kShown = 8;
  for (size_t i = 0; i < std::min(sorted.size(), kShown); ++i)
    text += (i ? ", " : "") + printable(sorted[i].first) + " " + std::to_string(sorted[i].second);
  if (sorted.size() > kShown)
    text += ", and " + std::to_string(sorted.size() - kShown) + " more modules";
  return text;
}

}  // namespace dossier::cli
