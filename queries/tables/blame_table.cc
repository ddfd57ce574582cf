// The table-valued function `blame`: who brought each line of a stored file, and when. The rows of
// the last call are kept: who asks for one line often asks for the next.
#include <memory>
#include <optional>

#include "engine/clock.h"
#include "queries/tables/function_table.h"
#include "queries/tables/tables.h"
#include "store/index/contents.h"
#include "store/repository_of.h"

namespace dossier {
namespace {

constexpr size_t kCommits = 20'000;
constexpr std::chrono::milliseconds kTime{2'000};

using Blamed = std::vector<snapshot::BlamedLines>;

struct BlameTable : IndexTable {
  using IndexTable::IndexTable;
  std::string path;
  std::optional<int64_t> snapshot;
  int64_t generation = -1;
  std::shared_ptr<const Blamed> found;
};

// Empty where no snapshot has the file's text, or none of its repository is left.
Blamed blame_of(SearchIndex& index, const std::string& path, std::optional<int64_t> snapshot) {
  Scope scope;
  if (snapshot)
    scope.snapshots.push_back(*snapshot);
  else
    scope = resolve_scope(index.statements(), {}, {});
  for (const auto& file : files_at(index.statements(), scope, path)) {
    if (!file.has_text) continue;
    const RepositoryOf of = repository_of(index.statements(), file.snapshot);
    if (!of.repository) continue;
    snapshot::LogOptions limits;
    limits.commits = kCommits;
    limits.limit = kTime;
    return of.repository->blame(of.revision, of.place + path, text_of(index, file), limits);
  }
  return {};
}

struct BlameFunction {
  static constexpr const char* kDeclaration =
      "CREATE TABLE blame(first INTEGER, last INTEGER, \"commit\" TEXT, author TEXT, at TEXT, "
      "is_older INTEGER, path HIDDEN, snapshot HIDDEN)";
  enum Column { kFirst, kLast, kCommit, kAuthor, kAt, kIsOlder };
  enum Argument : size_t { kPath, kSnapshot };
  static constexpr int kArguments = kIsOlder + 1;
  static constexpr size_t kCount = 2;
  using Table = BlameTable;

  struct Rows {
    std::shared_ptr<const Blamed> all;
    size_t size() const { return all ? all->size() : 0; }
  };

  static Rows run(Table& table, const CallArguments<kCount>& given) {
    if (!given.has(kPath)) return {};
    const std::string path(given.text(kPath));
    std::optional<int64_t> snapshot;
    if (given.has(kSnapshot)) snapshot = given.integer(kSnapshot);
    const int64_t generation = table.index->generation();
    if (!table.found || table.path != path || table.snapshot != snapshot ||
        table.generation != generation) {
      table.found = std::make_shared<Blamed>(blame_of(*table.index, path, snapshot));
      table.path = path;
      table.snapshot = snapshot;
      table.generation = generation;
    }
    return {table.found};
  }

  static void column(const Rows& rows, size_t at, int column, sqlite3_context* context) {
    const snapshot::BlamedLines& lines = (*rows.all)[at];
    const bool is_committed = !lines.commit.empty();
    switch (column) {
      case kFirst:
        return sqlite3_result_int64(context, static_cast<int64_t>(lines.first));
      case kLast:
        return sqlite3_result_int64(context, static_cast<int64_t>(lines.first + lines.count - 1));
      case kCommit:
        return is_committed ? set_text(context, lines.commit) : void();
      case kAuthor:
        return is_committed ? set_text(context, lines.author) : void();
      case kAt:
        return is_committed ? set_text(context, rfc3339(lines.at * 1000)) : void();
      case kIsOlder:
        return sqlite3_result_int64(context, lines.is_older);
      default:
        return;
    }
  }
};

}  // namespace

const sqlite3_module& blame_module() {
  return VirtualTable<FunctionCursor<BlameFunction>>::module();
}

}  // namespace dossier
