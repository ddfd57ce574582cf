// The eponymous virtual table `symbols`: SQLite's side of it.
#include <memory>
#include <string>

#include "queries/tables/declare.h"
#include "queries/tables/index_table.h"
#include "queries/tables/symbols_search.h"
#include "queries/tables/tables.h"
#include "store/index/row_kind.h"

namespace dossier {
namespace {

struct Cursor : PlannedCursor<symbols::kTable> {
  using Table = IndexTable;
  std::unique_ptr<symbols::Search> search;
  const search::Hit* hit = nullptr;

  void filter(Table& table, int, const char* letters, int count, sqlite3_value** values);
  void next() { hit = search->next(); }
  bool at_end() const { return hit == nullptr; }
  void column(sqlite3_context* context, int column) const;
  int64_t row_id() const {
    return row_number(search->module().rank, search->module().place, search->ordinal());
  }
};

std::vector<int64_t> integers_of(sqlite3_value* list) {
  std::vector<int64_t> out;
  sqlite3_value* value = nullptr;
  for (int code = sqlite3_vtab_in_first(list, &value); code == SQLITE_OK && value;
       code = sqlite3_vtab_in_next(list, &value))
    if (const auto integer = integer_of(value)) out.push_back(*integer);
  return out;
}

void add_number(symbols::Search& search, char argument, int64_t number) {
  if (argument == symbols::kMaxHitsEquals)
    search.set_max_hits(number);
  else if (argument == symbols::kSymbolEquals)
    search.restrict_symbol(number);
  else
    search.restrict_snapshot(number);
}

void add_argument(symbols::Search& search, char argument, sqlite3_value* value) {
  if (argument == symbols::kSymbolIn) return search.restrict_symbols(integers_of(value));
  if (sqlite3_value_type(value) == SQLITE_NULL) return search.set_empty();
  if (is_one_of("vim", argument)) {
    const auto number = integer_of(value);
    return number ? add_number(search, argument, *number) : search.set_empty();
  }
  if (is_one_of("kpuNFS", argument) && !is_text(value)) return;
  const std::string_view text = text_of(value);
  switch (argument) {
    case symbols::kKindEquals:
      return search.restrict_kind(text);
    case symbols::kProjectEquals:
      return search.restrict_project(text);
    case symbols::kScopeEquals:
      return search.set_scope(text);
    case symbols::kTypeContainsEquals:
      return search.add_type_contains(text);
    case symbols::kMentionsEquals:
      return search.add_mentions(text);
    case symbols::kModuleEquals:
      return search.restrict_module(text);
    case symbols::kNameEquals:
    case symbols::kFullNameEquals:
    case symbols::kSignatureEquals:
    case symbols::kNameLike:
    case symbols::kFullNameLike:
    case symbols::kSignatureLike:
    case symbols::kNameGlob:
    case symbols::kFullNameGlob:
    case symbols::kSignatureGlob:
      return search.add_text(static_cast<symbols::Argument>(argument), text);
    default:
      return search.add_regexp(static_cast<symbols::Argument>(argument), text);
  }
}

void Cursor::filter(Table& table, int, const char* letters, int count, sqlite3_value** values) {
  hit = nullptr;
  search = std::make_unique<symbols::Search>(*table.index);
  for (int i = 0; i < count; ++i) add_argument(*search, letters[i], values[i]);
  next();
}

// Text that outlives the statement's transaction: names of kinds, and what the index keeps of a
// module.
void set_kept(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Cursor::column(sqlite3_context* context, int column) const {
  const auto& row = hit->row;
  switch (column) {
    case symbols::kKind:
      return set_kept(context, kRowKindNames[row.kind]);
    case symbols::kName:
      return set_text(context, row.name);
    case symbols::kFullName:
      return set_text(context, row.full);
    case symbols::kSignature:
      return set_text(context, row.detail);
    case symbols::kModule:
      return set_kept(context, search->module().name);
    case symbols::kProject:
      return set_kept(context, search->project());
    case symbols::kSnapshot:
      return sqlite3_result_int64(context, search->module().snapshot);
    case symbols::kPath:
      return set_kept(context, search->module().path);
    case symbols::kBaseType:
      return set_text(context, search->base_type());
    case symbols::kSymbol:
      return sqlite3_result_int64(context, search->module().module + search->ordinal());
    case symbols::kScope:
      // Where alternatives are searched one by one, SQLite checks the constraint again.
      return search->scope() ? set_text(context, *search->scope()) : void();
    default:
      return;
  }
}

}  // namespace

const sqlite3_module& symbols_module() { return VirtualTable<Cursor>::module(); }

}  // namespace dossier
