#pragma once
// The callbacks of an eponymous virtual table of SQLite, for a class that is its cursor. A callback
// must not throw: an exception is handed to the table, and the statement fails.
//
// A Cursor derives from sqlite3_vtab_cursor and has
//   Table             a TableObject, which its cursors share
//   declaration()     CREATE TABLE …
//   best_index(info)  static, as sqlite3_module::xBestIndex
//   filter(table, plan, letters, count, values), at_end(), next(), column(context, number),
//   row_id()
// Statements on a table whose cursor has no filter() can be prepared, but not run.
#include <sqlite3.h>

#include <exception>
#include <string_view>

namespace dossier {

struct TableObject : sqlite3_vtab {
  /// `client` is what the module was registered with.
  explicit TableObject(void*) : sqlite3_vtab{} {}
  virtual ~TableObject() = default;
  /// Called where the current exception has ended a callback.
  virtual void failed() {}
};

inline int disconnect_table(sqlite3_vtab* table) {
  delete static_cast<TableObject*>(table);
  return SQLITE_OK;
}

inline void set_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

template <typename Cursor>
class VirtualTable {
  using Table = typename Cursor::Table;

  static Cursor& of(sqlite3_vtab_cursor* base) { return *static_cast<Cursor*>(base); }

  template <typename Step>
  static int guarded(sqlite3_vtab* base, Step step) {
    try {
      step();
      return SQLITE_OK;
    } catch (const std::exception& failure) {
      sqlite3_free(base->zErrMsg);
      base->zErrMsg = sqlite3_mprintf("%s", failure.what());
      static_cast<TableObject*>(base)->failed();
    }
    return SQLITE_ERROR;
  }

  static int connect(sqlite3* db, void* client, int, const char* const*, sqlite3_vtab** table,
                     char**) {
    if (const int code = sqlite3_declare_vtab(db, Cursor::declaration()); code != SQLITE_OK)
      return code;
    *table = new Table(client);
    return SQLITE_OK;
  }
  static int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
    return Cursor::best_index(info);
  }
  static int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
    *cursor = new Cursor{};
    return SQLITE_OK;
  }
  static int close(sqlite3_vtab_cursor* cursor) {
    delete &of(cursor);
    return SQLITE_OK;
  }
  static int filter(sqlite3_vtab_cursor* base, int plan, const char* letters, int count,
                    sqlite3_value** values) {
    return guarded(base->pVtab, [&] {
      of(base).filter(*static_cast<Table*>(base->pVtab), plan, letters, count, values);
    });
  }
  static int next(sqlite3_vtab_cursor* base) {
    return guarded(base->pVtab, [&] { of(base).next(); });
  }
  static int at_end(sqlite3_vtab_cursor* base) { return of(base).at_end(); }
  static int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
    return guarded(base->pVtab, [&] { of(base).column(context, number); });
  }
  static int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
    *id = static_cast<sqlite3_int64>(of(base).row_id());
    return SQLITE_OK;
  }

 public:
  static const sqlite3_module& module() {
    static const sqlite3_module kModule = [] {
      sqlite3_module made{};
      made.xConnect = connect;
      made.xDisconnect = disconnect_table;
      made.xBestIndex = best_index;
      if constexpr (requires { &Cursor::filter; }) {
        made.xOpen = open;
        made.xClose = close;
        made.xFilter = filter;
        made.xNext = next;
        made.xEof = at_end;
        made.xColumn = column;
        made.xRowid = row_id;
      }
      return made;
    }();
    return kModule;
  }
};

}  // namespace dossier
