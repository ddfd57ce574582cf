#include "queries/know_newest.h"

namespace dossier {

void know_newest(Store& store, int64_t many) {
  const Transaction reading(store.database(), Transaction::reading);
  const std::string scope = store.scope({}, {}).text();
  int64_t blocks = 0;
  for (const auto modules = store.index().modules(scope); const auto& module : modules->modules)
    blocks += module.blocks;
  if (blocks >= many) store.index().known_symbols(scope, ReadSymbols::texts);
}

}  // namespace dossier
