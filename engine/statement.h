#pragma once
// One prepared statement: bind by position, step, read by position. Views from a column stay valid
// until the next step or reset. The statements that sqlgen writes derive from it; nothing else
// prepares SQL except the query language. Rejected: SQLiteCpp's Statement, which binds a (pointer,
// length) as a BLOB and reads 1.55 times slower.
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
  /// The first statement of `text` at or after byte `from`, which becomes where the next one
  /// begins. Absent where only white space and comments are left. Throws Error{invalid, "line L,
  /// column C: …"} for what SQLite cannot parse and Error{denied} for what a policy forbids.
  static std::optional<Statement> first_of(Database& db, std::string_view text, size_t& from);
  /// The text ends with a finished statement.
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
  /// For a virtual table that takes one; `type` names what `value` points at, for as long as the
  /// program runs.
  void bind_pointer(int at, const void* value, const char* type);
  template <typename T>
  void bind(int at, const std::optional<T>& value) {
    value ? bind(at, *value) : bind_null(at);
  }

  /// Moves to the next row; false when there is none, and the statement is reset then.
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

  /// How many parameters there are, and what the one at `at` (from 1) is called, sigil included;
  /// "" for a plain ?.
  int parameters() const;
  std::string_view parameter_name(int at) const;

  sqlite3_stmt* handle() const { return statement_; }

 private:
  Statement(Database& db, sqlite3_stmt* prepared) : db_(&db), statement_(prepared) {}

  Database* db_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace dossier
