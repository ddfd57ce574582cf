// The table-valued function `changes`: what differs between two snapshots, as changes_between()
// finds it. The rows of the last call are kept, since a query often asks for the same ones again.
#include "queries/graph/changes.h"

#include "engine/statements.h"
#include "queries/tables/function_table.h"
#include "queries/tables/ids.h"
#include "queries/tables/tables.h"

namespace dossier {
namespace {

using Changes = std::vector<Change>;

struct ChangesTable : IndexTable {
  using IndexTable::IndexTable;
  int64_t older = 0, newer = 0, generation = -1;
  bool symbols = false;
  std::shared_ptr<const Changes> found;
};

struct ChangesFunction {
  static constexpr const char* kDeclaration =
      "CREATE TABLE changes(change TEXT, kind TEXT, name TEXT, \"from\" TEXT, path TEXT, symbol "
      "INTEGER, older HIDDEN, newer HIDDEN, symbols HIDDEN)";
  enum Column { kChange, kKind, kName, kFrom, kPath, kSymbol };
  enum Argument : size_t { kOlder, kNewer, kSymbols };
  static constexpr int kArguments = kSymbol + 1;
  static constexpr size_t kCount = 3;
  using Table = ChangesTable;

  struct Rows {
    std::shared_ptr<const Changes> all;
    size_t size() const { return all ? all->size() : 0; }
  };

  // Without both snapshots there are no rows; without `symbols`, both files and symbols.
  static Rows run(Table& table, const CallArguments<kCount>& given) {
    if (!given.has(kOlder) || !given.has(kNewer)) return {};
    const int64_t older = given.integer(kOlder), newer = given.integer(kNewer);
    const bool symbols = !given.has(kSymbols) || given.integer(kSymbols) != 0;
    const int64_t generation = table.index->generation();
    const bool known = table.found && table.older == older && table.newer == newer &&
                       table.generation == generation && (table.symbols || !symbols);
    if (!known) {
      for (const int64_t snapshot : {older, newer})
        require_snapshot(table.index->statements(), snapshot);
      table.found =
          std::make_shared<Changes>(changes_between(*table.index, older, newer, symbols).changes);
      table.older = older;
      table.newer = newer;
      table.generation = generation;
      table.symbols = symbols;
    }
    return {table.found};
  }

  static void column(const Rows& rows, size_t at, int column, sqlite3_context* context) {
    const Change& change = (*rows.all)[at];
    switch (column) {
      case kChange:
        return set_text(context, name_of(change.change));
      case kKind:
        return set_text(context, change.kind);
      case kName:
        return set_text(context, change.name);
      case kFrom:
        return set_text(context, change.from);
      case kPath:
        return set_text(context, change.path);
      case kSymbol:
        if (change.symbol) sqlite3_result_int64(context, change.symbol);
        return;
      default:
        return;
    }
  }
};

}  // namespace

const sqlite3_module& changes_module() {
  return VirtualTable<FunctionCursor<ChangesFunction>>::module();
}

}  // namespace dossier
