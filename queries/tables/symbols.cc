// The eponymous virtual table `symbols`: SQLite's side of it.
#include <sqlite3.h>

#include <memory>
#include <string>

#include "queries/tables/declare.h"
#include "queries/tables/guarded.h"
#include "queries/tables/symbols_search.h"
#include "queries/tables/tables.h"
#include "store/index/row_kind.h"

namespace dossier {
namespace {

struct Cursor : sqlite3_vtab_cursor {
  std::unique_ptr<symbols::Search> search;
  const search::Hit* hit = nullptr;
};

int connect(sqlite3* db, void* index, int, const char* const*, sqlite3_vtab** table, char**) {
  return connect_table(db, index, symbols::kDeclaration, table);
}

int best_index(sqlite3_vtab*, sqlite3_index_info* info) { return symbols::best_index(info); }

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new Cursor{};
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

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

int filter(sqlite3_vtab_cursor* base, int, const char* arguments, int count,
           sqlite3_value** values) {
  auto* cursor = static_cast<Cursor*>(base);
  return guarded(base->pVtab, [&](IndexTable& table) {
    cursor->hit = nullptr;
    cursor->search = std::make_unique<symbols::Search>(*table.index);
    for (int i = 0; i < count; ++i) add_argument(*cursor->search, arguments[i], values[i]);
    cursor->hit = cursor->search->next();
  });
}

int next(sqlite3_vtab_cursor* base) {
  auto* cursor = static_cast<Cursor*>(base);
  return guarded(base->pVtab, [&](IndexTable&) { cursor->hit = cursor->search->next(); });
}

int at_end(sqlite3_vtab_cursor* base) { return static_cast<Cursor*>(base)->hit == nullptr; }

void set_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

// Text that outlives the statement's transaction: names of kinds, and what the index keeps of a
// module.
void set_kept(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int column) {
  const auto* cursor = static_cast<Cursor*>(base);
  const auto& row = cursor->hit->row;
  const auto& search = *cursor->search;
  switch (column) {
    case symbols::kKind:
      set_kept(context, kRowKindNames[row.kind]);
      break;
    case symbols::kName:
      set_text(context, row.name);
      break;
    case symbols::kFullName:
      set_text(context, row.full);
      break;
    case symbols::kSignature:
      set_text(context, row.detail);
      break;
    case symbols::kModule:
      set_kept(context, search.module().name);
      break;
    case symbols::kProject:
      set_kept(context, search.project());
      break;
    case symbols::kSnapshot:
      sqlite3_result_int64(context, search.module().snapshot);
      break;
    case symbols::kPath:
      set_kept(context, search.module().path);
      break;
    case symbols::kBaseType:
      set_text(context, search.base_type());
      break;
    case symbols::kSymbol:
      sqlite3_result_int64(context, search.module().module + search.ordinal());
      break;
    case symbols::kScope:
      // Where alternatives are searched one by one, SQLite checks the constraint again.
      if (search.scope()) set_text(context, *search.scope());
      break;
    default:
      break;
  }
  return SQLITE_OK;
}

int rowid(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
  const auto& search = *static_cast<Cursor*>(base)->search;
  *id = row_number(search.module().rank, search.module().place, search.ordinal());
  return SQLITE_OK;
}

}  // namespace

const sqlite3_module& symbols_module() {
  static const sqlite3_module kModule = [] {
    sqlite3_module module{};
    module.xConnect = connect;
    module.xDisconnect = disconnect_table;
    module.xBestIndex = best_index;
    module.xOpen = open;
    module.xClose = close;
    module.xFilter = filter;
    module.xNext = next;
    module.xEof = at_end;
    module.xColumn = column;
    module.xRowid = rowid;
    return module;
  }();
  return kModule;
}

}  // namespace dossier
