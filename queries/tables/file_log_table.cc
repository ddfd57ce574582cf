// The table-valued function `file_log`: the last change of each file of a snapshot.
#include "queries/graph/file_log.h"

#include "engine/clock.h"
#include "queries/tables/function_table.h"
#include "queries/tables/tables.h"

namespace dossier {
namespace {

struct FileLogFunction {
  static constexpr const char* kDeclaration =
      "CREATE TABLE file_log(path TEXT, \"commit\" TEXT, author TEXT, at TEXT, snapshot HIDDEN)";
  enum Column { kPath, kCommit, kAuthor, kAt };
  static constexpr int kArguments = kAt + 1;
  static constexpr size_t kCount = 1;
  using Table = IndexTable;

  struct Rows {
    std::shared_ptr<const FileLog> log;
    size_t size() const { return log ? log->files.size() : 0; }
  };

  static Rows run(Table& table, const CallArguments<kCount>& given) {
    if (!given.has(0)) return {};
    return {file_log(*table.index, given.integer(0))};
  }

  static void column(const Rows& rows, size_t at, int column, sqlite3_context* context) {
    const FileChange& change = rows.log->files[at];
    switch (column) {
      case kPath:
        return set_text(context, change.path);
      case kCommit:
        return set_text(context, change.commit);
      case kAuthor:
        return set_text(context, change.author);
      case kAt:
        return set_text(context, rfc3339(change.at * 1000));
      default:
        return;
    }
  }
};

}  // namespace

const sqlite3_module& file_log_module() {
  return VirtualTable<FunctionCursor<FileLogFunction>>::module();
}

}  // namespace dossier
