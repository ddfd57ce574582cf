#pragma once
// Prints the results of `dossier sql`: as a table (aligned on a terminal, tab-separated into a
// pipe), CSV, or one JSON object per row. Rows are printed as they arrive; tables on a terminal, in
// batches.
#include <memory>
#include <ostream>
#include <string_view>

#include "queries/adhoc/adhoc.h"

namespace dossier::cli {

enum class SqlFormat { table, csv, jsonl };

/// The stream is borrowed. A table has titles where `titled`, on a terminal always.
std::unique_ptr<SqlSink> make_printer(SqlFormat format, std::ostream& out);

/// A value for people; NULL is `null_text`.
std::string sql_text(const Statement& values, int column, std::string_view null_text);
/// A CSV field, quoted as in RFC 4180. Lines end with \n, as Unix tools expect. On a terminal it is
/// printable, as in a table.
std::string csv_field(std::string_view text);

}  // namespace dossier::cli
