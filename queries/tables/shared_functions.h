#pragma once
// Scalar SQL functions of one connection that share a cache: the text of a file, the files that
// contain a word. SQLite must not treat them as deterministic, because the database may change
// between two calls. Rejected: a cache per function, which would read the same data twice.
#include <sqlite3.h>

#include <memory>
#include <utility>

#include "engine/database.h"

namespace dossier {

template <typename State>
class SharedFunctions {
 public:
  /// `db` is borrowed while functions are added. Calls find the state as sqlite3_user_data.
  SharedFunctions(sqlite3* db, std::unique_ptr<State> state)
      : db_(db), state_(state.get()), unowned_(std::move(state)) {}

  /// Throws as throw_sqlite does.
  void add(const char* name, int arguments, void (*call)(sqlite3_context*, int, sqlite3_value**)) {
    // The first registration owns the state for all; SQLite destroys it as well where it fails.
    void (*destroy)(void*) = nullptr;
    if (unowned_.release()) destroy = [](void* at) { delete static_cast<State*>(at); };
    const int code =
        sqlite3_create_function_v2(db_, name, arguments, SQLITE_UTF8 | SQLITE_INNOCUOUS, state_,
                                   call, nullptr, nullptr, destroy);
    if (code != SQLITE_OK) throw_sqlite(db_, code, name);
  }

 private:
  sqlite3* db_;
  State* state_;
  std::unique_ptr<State> unowned_;  // until the first registration
};

}  // namespace dossier
