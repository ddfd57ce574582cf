#include "cli/sql_output.h"

#include <set>
#include <utility>

#include "cli/terminal.h"
#include "engine/json.h"

namespace dossier::cli {
namespace {

class Printer : public SqlSink {
 public:
  explicit Printer(std::ostream& out) : out_(out) {}
  void end(const SqlOutcome&) override {}

 protected:
  std::ostream& out_;
  bool follows_ = false;  // another result stands before this one
};

class TablePrinter final : public Printer {
 public:
  using Printer::Printer;

  void begin(const std::vector<std::string>& columns) override {
    table_ = {columns, {}};
    if (std::exchange(follows_, true)) out_ << "\n";
  }
  void row(const Statement& values) override {
    auto& row = table_.rows.emplace_back();
    for (int i = 0; i < values.columns(); ++i)
      row.push_back(sql_text(values, i, on_terminal() ? "∅" : ""));
    if (table_.rows.size() == kBatch) flush();
  }
  void end(const SqlOutcome& outcome) override {
    if (table_.titles.empty()) return;
    if (!table_.rows.empty() || outcome.row_count == 0) flush();
    if (!on_terminal() || !outcome.error.empty()) return;
    out_ << styled(counted(static_cast<int64_t>(outcome.row_count), "row") +
                       (outcome.truncated ? ", and more" : ""),
                   Style::bold)
         << "\n";
  }

 private:
  void flush() {
    out_ << print(table_);
    table_.rows.clear();
  }

  static constexpr size_t kBatch = 1000;
  Table table_;
};

class CsvPrinter final : public Printer {
 public:
  using Printer::Printer;

  void begin(const std::vector<std::string>& columns) override {
    const bool follows = std::exchange(follows_, true);
    if (columns.empty()) return;
    if (follows) out_ << "\n";
    for (size_t i = 0; i < columns.size(); ++i) out_ << (i ? "," : "") << csv_field(columns[i]);
    out_ << "\n";
  }
  void row(const Statement& values) override {
    for (int i = 0; i < values.columns(); ++i) {
      if (i) out_ << ',';
      const bool empty = values.type(i) == Statement::Type::text && values.text(i).empty();
      out_ << (empty ? "\"\"" : csv_field(sql_text(values, i, "")));
    }
    out_ << '\n';
  }
};

class LinesPrinter final : public Printer {
 public:
  using Printer::Printer;

  // Of an object's keys that are one, most readers keep the last: each column has its own, as
  // SQLite names those of a sub-query (name, name:1).
  void begin(const std::vector<std::string>& columns) override {
    columns_.clear();
    std::set<std::string> taken(columns.begin(), columns.end()), used;
    for (const auto& column : columns) {
      std::string name = column;
      for (int n = 1; used.contains(name) || (n > 1 && taken.contains(name)); ++n)
        name = column + ":" + std::to_string(n);
      used.insert(name);
      columns_.push_back(std::move(name));
    }
  }
  void row(const Statement& values) override {
    std::string line = "{";
    for (int i = 0; i < values.columns(); ++i) {
      if (i) line += ',';
      append_json_string(line, columns_[static_cast<size_t>(i)]);
      line += ':' + sql_json(values, i);
    }
    out_ << line << "}\n";
  }

 private:
  std::vector<std::string> columns_;
};

}  // namespace

std::string sql_text(const Statement& values, int column, std::string_view null_text) {
  switch (values.type(column)) {
    case Statement::Type::null:
      return std::string(null_text);
    case Statement::Type::blob:
      return blob_literal(values.blob(column));
    case Statement::Type::text:
      return std::string(values.text(column));
    default:
      return sql_json(values, column);
  }
}

std::string csv_field(std::string_view raw) {
  const std::string shown = on_terminal() ? printable(raw) : std::string();
  const std::string_view text = on_terminal() ? std::string_view(shown) : raw;
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::unique_ptr<SqlSink> make_printer(SqlFormat format, std::ostream& out) {
  switch (format) {
    case SqlFormat::csv:
      return std::make_unique<CsvPrinter>(out);
    case SqlFormat::jsonl:
      return std::make_unique<LinesPrinter>(out);
    case SqlFormat::table:
      break;
  }
  return std::make_unique<TablePrinter>(out);
}

}  // namespace dossier::cli
