#pragma once
// A prepared statement: bind by position, step, read by position. Views of column values are valid
// until the next step or reset. The statements that sqlgen generates derive from it; only the query
// language prepares other SQL. Rejected: SQLiteCpp's Statement, which binds a (pointer, length) as
// a BLOB and reads 1.55 times slower.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3_stmt;

namespace dossier {

class Database;

class Statement {
 public:
  /// `sql` holds exactly one statement. Throws Error{internal} with SQLite's message otherwise.
  Statement(Database& db, std::string_view sql);
  /// The first statement of `text` at or after byte `from`, which is set to the start of the next
  /// one. Absent if only white space and comments are left. Throws Error{invalid, "line L, column
  /// C: …"} for a syntax error and Error{denied} if a policy forbids the statement.
  static std::optional<Statement> first_of(Database& db, std::string_view text, size_t& from);
  /// Whether the text ends with a complete statement.
  static bool is_complete(const std::string& sql);
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  // Parameters count from 1. Text is bound without a copy: it must live until the next reset.
  void bind(int at, int64_t value);
  void bind(int at, double value);
  void bind(int at, std::string_view text);
  void bind_blob(int at, std::string_view bytes);
  void bind_null(int at);
  /// Binds a pointer for a virtual table. `type` names its type and must have static lifetime.
  void bind_pointer(int at, const void* value, const char* type);
  template <typename T>
  void bind(int at, const std::optional<T>& value) {
    value ? bind(at, *value) : bind_null(at);
  }

  /// Moves to the next row; returns false, and resets the statement, if there is none.
  bool step();
  void reset();
  /// Runs to the end.
  void run();

  // Columns count from 0.
  bool is_null(int at) const;
  int64_t integer(int at) const;
  double real(int at) const;
  std::string_view text(int at) const;
  std::string_view blob(int at) const;
  int columns() const;
  std::string_view column_name(int at) const;
  enum class Type { integer, real, text, blob, null };
  Type type(int at) const;

  /// The number of parameters, and the name of the one at `at` (from 1) with its sigil; "" for a
  /// plain ?.
  int parameters() const;
  std::string_view parameter_name(int at) const;

  sqlite3_stmt* handle() const { return statement_; }

 private:
  Statement(Database& db, sqlite3_stmt* prepared) : db_(&db), statement_(prepared) {}

  Database* db_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace dossier
