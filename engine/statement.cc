#include "engine/statement.h"

#include <sqlite3.h>

#include "engine/database.h"
#include "engine/error.h"

namespace dossier {

Statement::Statement(Database& db, std::string_view sql) : db_(&db) {
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v3(db.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement_, &rest);
  if (code != SQLITE_OK) throw_failure(db, code, sql);
}

Statement::Statement(Statement&& other) noexcept : db_(other.db_), statement_(other.statement_) {
  other.statement_ = nullptr;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::bind(int at, int64_t value) { sqlite3_bind_int64(statement_, at, value); }
void Statement::bind(int at, double value) { sqlite3_bind_double(statement_, at, value); }
void Statement::bind(int at, std::string_view text) {
  // An empty view may carry a null pointer, which SQLite would take for NULL.
  if (const int code = sqlite3_bind_text64(statement_, at, text.data() ? text.data() : "",
                                           text.size(), SQLITE_STATIC, SQLITE_UTF8);
      code != SQLITE_OK)
    throw_failure(*db_, code, "bind");
}
void Statement::bind_blob(int at, std::string_view bytes) {
  if (const int code = sqlite3_bind_blob64(statement_, at, bytes.data() ? bytes.data() : "",
                                           bytes.size(), SQLITE_STATIC);
      code != SQLITE_OK)
    throw_failure(*db_, code, "bind");
}
void Statement::bind_null(int at) { sqlite3_bind_null(statement_, at); }

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  // Reset also hands back the error text of a failed step.
  sqlite3_reset(statement_);
  if (code != SQLITE_DONE) throw_failure(*db_, code, sqlite3_sql(statement_));
  return false;
}

void Statement::reset() { sqlite3_reset(statement_); }

void Statement::run() {
  while (step()) {
  }
}

bool Statement::is_null(int at) const { return sqlite3_column_type(statement_, at) == SQLITE_NULL; }
int64_t Statement::integer(int at) const { return sqlite3_column_int64(statement_, at); }
double Statement::real(int at) const { return sqlite3_column_double(statement_, at); }

std::string_view Statement::text(int at) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, at));
  return text ? std::string_view(text, static_cast<size_t>(sqlite3_column_bytes(statement_, at)))
              : std::string_view();
}

std::string_view Statement::blob(int at) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, at));
  return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_column_bytes(statement_, at)))
               : std::string_view();
}

int Statement::columns() const { return sqlite3_column_count(statement_); }

}  // namespace dossier
