#include "store/store.h"

#include "engine/error.h"
#include "engine/migrate.h"
#include "engine/pending.h"
#include "engine/sealed.h"
#include "store/index/name_words.h"
#include "store/origin.h"
#include "store/recover.h"

namespace dossier {
namespace {

// Migration 0024 makes the index of the words of names anew, and filling it takes more than SQL. A
// program that was killed in between leaves it empty, which is how the next one knows.
bool lacks_words(Database& database) {
  return database.number("SELECT EXISTS (SELECT 1 FROM _module)") != 0 &&
         database.number("SELECT EXISTS (SELECT 1 FROM _word_idx)") == 0;
}

}  // namespace

Store::Parts::Parts(Database opened, Clock& with, std::shared_ptr<UnitCache> units)
    : database(std::move(opened)),
      statements(database),
      index(database, std::move(units)),
      written(database),
      clock(&with) {}

Store Store::open_to_read(const std::string& path, std::shared_ptr<UnitCache> units) {
  check_required(path);
  Database database = Database::open(path, OpenMode::read);
  switch (schema_state(database)) {
    case SchemaState::current:
      break;
    case SchemaState::empty:
      throw Error(ErrorCode::not_found,
                  is_sealed_database(path)
                      ? "the file is empty; remove it, and `dossier import` makes a database"
                      : "the database is empty; `dossier import` fills it",
                  path);
    case SchemaState::older:
      throw Error(ErrorCode::conflict,
                  std::string("the database was made by an older version of dossier; ") +
                      (is_sealed_database(path)
                           ? "if it is yours, `dossier trust` brings it up to date"
                           : "any command that writes, such as `dossier import`, brings it up to "
                             "date"),
                  path);
  }
  return Store(std::make_unique<Parts>(std::move(database), system_clock(), std::move(units)));
}

Store Store::open_to_write(const std::string& path, Clock& clock) {
  check_required(path);
  Database database = Database::open(path, OpenMode::create);
  remember_place(database.path());
  const SchemaState state = schema_state(database);
  if (state != SchemaState::current) migrate(database, clock.now_ms());
  register_pending(database.handle());
  Store store(std::make_unique<Parts>(std::move(database), clock, nullptr));
  remove_dead_import(store);
  if (lacks_words(store.database())) {
    Transaction transaction(store.database(), Transaction::writing);
    // Whoever held the lock before may have filled it.
    if (lacks_words(store.database())) index_names_again(store.statements());
    transaction.commit();
  }
  return store;
}

Store Store::open_fresh(const std::string& path, Clock& clock) {
  Database database = Database::open(path, OpenMode::fresh);
  migrate(database, clock.now_ms());
  register_pending(database.handle());
  return Store(std::make_unique<Parts>(std::move(database), clock, nullptr));
}

Store Store::in_memory(Clock& clock) {
  Database database = Database::open({}, OpenMode::memory);
  migrate(database, clock.now_ms());
  register_pending(database.handle());
  return Store(std::make_unique<Parts>(std::move(database), clock, nullptr));
}

Scope Store::scope(std::string_view project, std::string_view snapshot) {
  if (project.empty() && snapshot.empty()) project = default_project();
  return resolve_scope(statements(), project, snapshot);
}

}  // namespace dossier
