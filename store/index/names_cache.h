#pragma once
// The names and texts of the scopes that were asked about last, of one database, for all of its
// connections. What was read of a scope answers for every part of it: of all projects, for each.
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/index/known_symbols.h"
#include "store/scope/scope.h"

namespace dossier {

class SearchIndex;

/// Safe for several threads.
class NamesCache {
 public:
  /// What is kept of the scope, once `read` is read. Where another thread is reading, its result is
  /// waited for: that is sooner than reading them twice, or ranking every match. Throws what the
  /// checkpoint of the connection throws (a deadline).
  KnownSymbols get(SearchIndex& index, const ScopeModules& scope, ReadSymbols read);

 private:
  static constexpr size_t kKept = 2;
  struct Held {
    int64_t generation = 0;
    std::string scope;
    KnownSymbols known;
    bool texts_are_read = false;  // and without them in `known`: they are too many
    bool answers(const ScopeModules& asked, ReadSymbols read) const;
  };
  std::optional<KnownSymbols> find(const ScopeModules& scope, ReadSymbols read);
  void keep(Held held);

  std::mutex lock_;           // of held_
  std::timed_mutex reading_;  // one at a time
  std::vector<Held> held_;    // the one last asked for stands last
};

}  // namespace dossier
