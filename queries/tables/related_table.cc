// The table-valued function `related`: what a relation leads to from symbols or keys, and over how
// many steps. Both are ids between commas, as group_concat() makes them.
#include "engine/error.h"
#include "queries/graph/related.h"
#include "queries/tables/function_table.h"
#include "queries/tables/ids.h"
#include "queries/tables/tables.h"

namespace dossier {
namespace {

struct RelatedFunction {
  static constexpr const char* kDeclaration =
      "CREATE TABLE related(symbol INTEGER, depth INTEGER, relation HIDDEN, symbols HIDDEN, keys "
      "HIDDEN, max_depth HIDDEN, scope HIDDEN)";
  enum Column { kSymbol, kDepth };
  enum Argument : size_t { kRelation, kSymbols, kKeys, kMaxDepth, kScope };
  static constexpr int kArguments = kDepth + 1;
  static constexpr size_t kCount = 5;
  using Table = IndexTable;
  using Rows = std::vector<Related>;

  // An empty scope given as such covers nothing; only an absent one means the newest snapshots.
  static Rows run(Table& table, const CallArguments<kCount>& given) {
    if (!given.has(kRelation) || (given.has(kScope) && given.text(kScope).empty())) return {};
    const auto relation = relation_called(given.text(kRelation));
    if (!relation)
      throw Error(ErrorCode::invalid, "no relation '" + std::string(given.text(kRelation)) + "'");
    RelationWalk walk(*table.index, given.text(kScope), *relation);
    return walk.run(ids_of("related", given.text(kSymbols)), ids_of("related", given.text(kKeys)),
                    given.has(kMaxDepth) ? given.integer(kMaxDepth) : 1);
  }

  static void column(const Rows& rows, size_t at, int column, sqlite3_context* context) {
    if (column == kSymbol) sqlite3_result_int64(context, rows[at].symbol);
    if (column == kDepth) sqlite3_result_int64(context, rows[at].depth);
  }
};

}  // namespace

const sqlite3_module& related_module() {
  return VirtualTable<FunctionCursor<RelatedFunction>>::module();
}

}  // namespace dossier
