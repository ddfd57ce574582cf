#pragma once
// How `dossier sql` prints results: as a table (aligned on a terminal, tab-separated into a pipe),
// CSV, or one JSON object a row. Rows go out as they come; a table on a terminal is laid out in
// batches.
#include <memory>
#include <ostream>
#include <string_view>

#include "queries/adhoc/adhoc.h"

namespace dossier::cli {

/// A sink that also knows how the run went.
class SqlPrinter : public SqlSink {
 public:
  /// Something was cut at a limit; the failed statement's message, "" when there is none.
  virtual bool truncated() const = 0;
  virtual bool expired() const = 0;
  virtual const std::string& error() const = 0;
};

enum class SqlFormat { table, csv, jsonl };

/// The stream is borrowed. A table has titles where `titled`, on a terminal always.
std::unique_ptr<SqlPrinter> make_printer(SqlFormat format, std::ostream& out);

/// A value as a person reads it; NULL is `null_text`.
std::string sql_text(const Statement& values, int column, std::string_view null_text);
/// A field of CSV as RFC 4180 quotes it. Lines end with \n, as tools on Unix expect.
std::string csv_field(std::string_view text);

}  // namespace dossier::cli
