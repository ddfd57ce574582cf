#pragma once
// What SQL written by a person or a model may do: read. The connection is read-only already. The
// policy denies, while a statement is prepared, everything that could write, attach a file, load
// code, change a setting or hold a transaction open, so that the error names the action rather than
// the file's mode. Rejected: recognizing SELECT by its first word (WITH … DELETE, PRAGMA, EXPLAIN).
#include <set>
#include <string>
#include <string_view>

namespace dossier {

class Database;

/// A column that a statement reads, and the view by which it does; "" = the statement itself. What
/// a view reads counts whether or not the statement asks for it.
struct ReadColumn {
  std::string table, column, view;
  auto operator<=>(const ReadColumn&) const = default;
};
using ReadColumns = std::set<ReadColumn>;

/// In effect during its lifetime; one per connection at a time. SQLite checks statements prepared
/// earlier again when they run.
class ReadingPolicy {
 public:
  /// Also lowers the connection's limits for untrusted text: values of 16 MB, statements of 1 MB,
  /// no attached files. The limits stay lowered.
  explicit ReadingPolicy(Database& db);
  ~ReadingPolicy();
  ReadingPolicy(const ReadingPolicy&) = delete;

  /// What the statements prepared since the last call read.
  ReadColumns take_reads();

  /// The policy is not in effect during its lifetime: for statements of our own.
  class Lifted {
   public:
    explicit Lifted(ReadingPolicy& policy);
    ~Lifted();
    Lifted(const Lifted&) = delete;

   private:
    ReadingPolicy& policy_;
  };

 private:
  void enter();

  Database& db_;
  ReadColumns reads_;
};

/// Whether the pragma is safe to read: it neither writes nor changes the connection when it has no
/// argument (or one that only selects what it reports).
bool is_reading_pragma(std::string_view name, bool with_argument);

}  // namespace dossier
