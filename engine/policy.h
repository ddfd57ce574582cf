#pragma once
// What SQL that a person or a model wrote may do: read. The connection is read-only already; the
// policy denies, while a statement is prepared, whatever could write, attach a file, load code,
// change a setting or hold a transaction open, so that the refusal names the deed instead of the
// file's mode. Rejected: recognising SELECT by its first word (WITH … DELETE, PRAGMA, EXPLAIN).
#include <string_view>

namespace dossier {

class Database;

/// Holds while it lives, one at a time on a connection. Statements prepared before are checked
/// again by SQLite when they are run.
class ReadingPolicy {
 public:
  /// Also lowers the connection's limits to what untrusted text may ask for: values of 16 MB,
  /// statements of 1 MB, no attached files. They stay lowered.
  explicit ReadingPolicy(Database& db);
  ~ReadingPolicy();
  ReadingPolicy(const ReadingPolicy&) = delete;

 private:
  Database& db_;
};

/// The pragma can be read by anyone: it neither writes nor changes the connection when given no
/// argument (or one that only says of what it speaks).
bool is_reading_pragma(std::string_view name, bool with_argument);

}  // namespace dossier
