#include "cli/sql_output.h"

#include "cli/terminal.h"
#include "engine/json.h"

namespace dossier::cli {
namespace {

class Printer : public SqlPrinter {
 public:
  explicit Printer(std::ostream& out) : out_(out) {}
  void begin(const std::vector<std::string>& columns) override {
    columns_ = columns;
    begun();
  }
  void end(const SqlOutcome& outcome) override {
    ended(outcome);
    truncated_ = truncated_ || outcome.truncated;
    expired_ = expired_ || outcome.expired;
    error_ = outcome.error;
    ++results_;
  }
  bool truncated() const override { return truncated_; }
  bool expired() const override { return expired_; }
  const std::string& error() const override { return error_; }

 protected:
  virtual void begun() = 0;
  virtual void ended(const SqlOutcome& outcome) = 0;

  std::ostream& out_;
  std::vector<std::string> columns_;
  int results_ = 0;

 private:
  bool truncated_ = false;
  bool expired_ = false;
  std::string error_;
};

class TablePrinter final : public Printer {
 public:
  using Printer::Printer;

  void begun() override {
    table_ = {columns_, {}};
    if (results_ > 0) out_ << "\n";
  }
  void row(const Statement& values) override {
    auto& row = table_.rows.emplace_back();
    for (int i = 0; i < values.columns(); ++i)
      row.push_back(sql_text(values, i, on_terminal() ? "∅" : ""));
    if (table_.rows.size() == kBatch) flush();
  }
  void ended(const SqlOutcome& outcome) override {
    if (!table_.rows.empty() || (outcome.row_count == 0 && !columns_.empty())) flush();
    if (!on_terminal() || !outcome.error.empty() || columns_.empty()) return;
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

  void begun() override {
    if (columns_.empty()) return;
    if (results_ > 0) out_ << "\n";
    for (size_t i = 0; i < columns_.size(); ++i) out_ << (i ? "," : "") << csv_field(columns_[i]);
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
  void ended(const SqlOutcome&) override {}
};

class LinesPrinter final : public Printer {
 public:
  using Printer::Printer;

  void begun() override {}
  void row(const Statement& values) override {
    std::string line = "{";
    for (int i = 0; i < values.columns(); ++i) {
      if (i) line += ',';
      append_json_string(line, columns_[static_cast<size_t>(i)]);
      line += ':' + sql_json(values, i);
    }
    out_ << line << "}\n";
  }
  void ended(const SqlOutcome&) override {}
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

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::unique_ptr<SqlPrinter> make_printer(SqlFormat format, std::ostream& out) {
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
