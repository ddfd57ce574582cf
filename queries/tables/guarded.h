#pragma once
// What the virtual tables over the index share: the table object, and guarded(), which keeps
// exceptions out of SQLite's callbacks. A callback must not throw, so its exception is stored in
// the connection, which rethrows it where the statement is stepped.
#include <sqlite3.h>

#include <exception>

#include "store/index/index.h"

namespace dossier {

struct IndexTable : sqlite3_vtab {
  virtual ~IndexTable() = default;
  SearchIndex* index = nullptr;
};

inline int connect_table(sqlite3* db, void* index, const char* declaration, sqlite3_vtab** table) {
  if (const int code = sqlite3_declare_vtab(db, declaration); code != SQLITE_OK) return code;
  auto* made = new IndexTable{};
  made->index = static_cast<SearchIndex*>(index);
  *table = made;
  return SQLITE_OK;
}

inline int disconnect_table(sqlite3_vtab* table) {
  delete static_cast<IndexTable*>(table);
  return SQLITE_OK;
}

/// Runs a step and stores its exception as the connection's pending exception.
template <typename Step>
int guarded(sqlite3_vtab* base, Step step) {
  auto* table = static_cast<IndexTable*>(base);
  try {
    step(*table);
    return SQLITE_OK;
  } catch (const std::exception& failure) {
    sqlite3_free(base->zErrMsg);
    base->zErrMsg = sqlite3_mprintf("%s", failure.what());
    table->index->database().set_pending(std::current_exception());
  }
  return SQLITE_ERROR;
}

}  // namespace dossier
