// The table-valued function `chain`: the shortest chains of calls between methods, which are ids
// between commas, as group_concat() makes them. The rows of the last call are kept: the order of an
// answer asks for them once a row.
#include "queries/graph/chain.h"

#include <memory>

#include "queries/tables/function_table.h"
#include "queries/tables/ids.h"
#include "queries/tables/tables.h"

namespace dossier {
namespace {

using Steps = std::vector<ChainStep>;

struct ChainTable : IndexTable {
  using IndexTable::IndexTable;
  std::string asked;
  int64_t generation = -1;
  std::shared_ptr<const Steps> found;
};

struct ChainFunction {
  static constexpr const char* kDeclaration =
      "CREATE TABLE chain(symbol INTEGER, step INTEGER, sources HIDDEN, targets HIDDEN, scope "
      "HIDDEN)";
  enum Column { kSymbol, kStep };
  enum Argument : size_t { kSources, kTargets, kScope };
  static constexpr int kArguments = kStep + 1;
  static constexpr size_t kCount = 3;
  using Table = ChainTable;

  struct Rows {
    std::shared_ptr<const Steps> all;
    size_t size() const { return all ? all->size() : 0; }
  };

  // An empty scope given as such covers nothing; only an absent one means the newest snapshots.
  static Rows run(Table& table, const CallArguments<kCount>& given) {
    if (!given.has(kSources) || !given.has(kTargets)) return {};
    if (given.has(kScope) && given.text(kScope).empty()) return {};
    std::string asked;
    for (const size_t argument : {kSources, kTargets, kScope})
      asked += std::string(given.text(argument)) + ";";
    const int64_t generation = table.index->generation();
    if (!table.found || table.asked != asked || table.generation != generation) {
      table.found = std::make_shared<Steps>(shortest_chains(*table.index, given.text(kScope),
                                                            ids_of("chain", given.text(kSources)),
                                                            ids_of("chain", given.text(kTargets))));
      table.asked = std::move(asked);
      table.generation = generation;
    }
    return {table.found};
  }

  static void column(const Rows& rows, size_t at, int column, sqlite3_context* context) {
    if (column == kSymbol) sqlite3_result_int64(context, (*rows.all)[at].symbol);
    if (column == kStep) sqlite3_result_int64(context, (*rows.all)[at].step);
  }
};

}  // namespace

const sqlite3_module& chain_module() {
  return VirtualTable<FunctionCursor<ChainFunction>>::module();
}

}  // namespace dossier
