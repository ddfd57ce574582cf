#include "engine/statement.h"

#include <sqlite3.h>

#include <algorithm>
#include <string>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/mapped_files.h"

namespace dossier {
namespace {

// "line 2, column 8: " of a byte offset.
std::string place(std::string_view sql, size_t offset) {
  const std::string_view before = sql.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column) + ": ";
}

}  // namespace

Statement::Statement(Database& db, std::string_view sql) : db_(&db) {
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v3(db.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement_, &rest);
  if (code != SQLITE_OK) throw_failure(db, code, sql);
}

std::optional<Statement> Statement::first_of(Database& db, std::string_view text, size_t& from) {
  while (from < text.size()) {
    sqlite3_stmt* prepared = nullptr;
    const char* rest = nullptr;
    const std::string_view sql = text.substr(from);
    const int code =
        sqlite3_prepare_v2(db.handle(), sql.data(), static_cast<int>(sql.size()), &prepared, &rest);
    if (code == SQLITE_ERROR) {
      if (auto pending = db.take_pending()) std::rethrow_exception(pending);
      const int offset = sqlite3_error_offset(db.handle());
      const std::string where =
          offset < 0 ? std::string() : place(text, from + static_cast<size_t>(offset));
      throw Error(ErrorCode::invalid, where + sqlite3_errmsg(db.handle()));
    }
    if (code != SQLITE_OK) throw_failure(db, code, sql);
    // A NUL ends a statement's text for SQLite, wherever it stands.
    const auto taken = static_cast<size_t>(rest - sql.data());
    from += taken == 0 ? sql.size() : taken;
    if (prepared) return Statement(db, prepared);
  }
  return std::nullopt;
}

bool Statement::is_complete(const std::string& sql) { return sqlite3_complete(sql.c_str()) != 0; }

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
void Statement::bind_pointer(int at, const void* value, const char* type) {
  sqlite3_bind_pointer(statement_, at, const_cast<void*>(value), type, nullptr);
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) {
    check_files(db_->handle());
    return true;
  }
  // Reset also hands back the error text of a failed step.
  sqlite3_reset(statement_);
  check_files(db_->handle());
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
  // As a blob: sqlite3_column_text() would copy the text to put a NUL behind it.
  const auto* text = static_cast<const char*>(sqlite3_column_blob(statement_, at));
  return text ? std::string_view(text, static_cast<size_t>(sqlite3_column_bytes(statement_, at)))
              : std::string_view();
}

std::string_view Statement::blob(int at) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, at));
  return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_column_bytes(statement_, at)))
               : std::string_view();
}

int Statement::columns() const { return sqlite3_column_count(statement_); }

std::string_view Statement::column_name(int at) const {
  const char* name = sqlite3_column_name(statement_, at);
  return name ? name : "";
}

Statement::Type Statement::type(int at) const {
  switch (sqlite3_column_type(statement_, at)) {
    case SQLITE_INTEGER:
      return Type::integer;
    case SQLITE_FLOAT:
      return Type::real;
    case SQLITE_TEXT:
      return Type::text;
    case SQLITE_BLOB:
      return Type::blob;
    default:
      return Type::null;
  }
}

int Statement::parameters() const { return sqlite3_bind_parameter_count(statement_); }

std::string_view Statement::parameter_name(int at) const {
  const char* name = sqlite3_bind_parameter_name(statement_, at);
  return name ? name : "";
}

}  // namespace dossier
