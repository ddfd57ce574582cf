#pragma once
// What SQL written by a person or a model may do: read. The connection is read-only already. The
// policy denies, while a statement is prepared, everything that could write, attach a file, load
// code, change a setting or hold a transaction open, so that the error names the action rather than
// the file's mode. Rejected: recognizing SELECT by its first word (WITH … DELETE, PRAGMA, EXPLAIN).
#include <string_view>

namespace dossier {

class Database;

/// In effect during its lifetime; one per connection at a time. SQLite checks statements prepared
/// earlier again when they run.
class ReadingPolicy {
 public:
  /// Also lowers the connection's limits for untrusted text: values of 16 MB, statements of 1 MB,
  /// no attached files. The limits stay lowered.
  explicit ReadingPolicy(Database& db);
  ~ReadingPolicy();
  ReadingPolicy(const ReadingPolicy&) = delete;

 private:
  Database& db_;
};

/// Whether the pragma is safe to read: it neither writes nor changes the connection when it has no
/// argument (or one that only selects what it reports).
bool is_reading_pragma(std::string_view name, bool with_argument);

}  // namespace dossier
