#include "queries/open.h"

#include <utility>

#include "queries/lang/functions.h"
#include "queries/tables/tables.h"

namespace dossier {
namespace {

Store with_tables(Store store) {
  register_tables(store.index());
  register_history_tables(store.index());
  lang::register_functions(store.index());
  return store;
}

}  // namespace

Store open_to_read(const std::string& path, std::shared_ptr<UnitCache> units) {
  return with_tables(Store::open_to_read(path, std::move(units)));
}

Store open_to_write(const std::string& path, Clock& clock) {
  return with_tables(Store::open_to_write(path, clock));
}

Store open_in_memory(Clock& clock) { return with_tables(Store::in_memory(clock)); }

}  // namespace dossier
