#include "store/index/names_cache.h"

#include <algorithm>
#include <chrono>

#include "store/index/index.h"
#include "store/index/symbol_names.h"
#include "store/index/symbol_texts.h"

namespace dossier {
namespace {

// Between two looks at the deadline of who waits for another thread.
constexpr std::chrono::milliseconds kPatience(10);

}  // namespace

// Too many names of one scope say nothing of its parts.
bool NamesCache::Held::answers(const ScopeModules& asked, ReadSymbols read) const {
  if (generation != asked.generation) return false;
  if (scope != asked.scope && !(known.names && known.names->covers(asked))) return false;
  return read != ReadSymbols::texts || texts_are_read;
}

std::optional<KnownSymbols> NamesCache::find(const ScopeModules& scope, ReadSymbols read) {
  const std::lock_guard lock(lock_);
  const auto at = std::find_if(held_.begin(), held_.end(),
                               [&](const Held& held) { return held.answers(scope, read); });
  if (at == held_.end()) return std::nullopt;
  std::rotate(at, at + 1, held_.end());
  return held_.back().known;
}

// Instead of what was kept of the same scope, else of the one that was not asked for longest.
void NamesCache::keep(Held held) {
  const std::lock_guard lock(lock_);
  std::erase_if(held_, [&](const Held& one) {
    return one.generation == held.generation && one.scope == held.scope;
  });
  if (held_.size() >= kKept) held_.erase(held_.begin());
  held_.push_back(std::move(held));
}

KnownSymbols NamesCache::get(SearchIndex& index, const ScopeModules& scope, ReadSymbols read) {
  if (auto kept = find(scope, read)) return *kept;
  if (read == ReadSymbols::no) return {};
  std::unique_lock reading(reading_, std::defer_lock);
  while (!reading.try_lock_for(kPatience)) index.database().checkpoint();
  if (auto kept = find(scope, read)) return *kept;
  Held made{scope.generation, scope.scope, {}, false};
  // Others that wait for names alone have them before the texts are read.
  if (auto kept = find(scope, ReadSymbols::names)) {
    made.known = *kept;
  } else {
    made.known.names = SymbolNames::read(index, scope);
    keep(made);
  }
  if (read == ReadSymbols::texts) {
    if (made.known.names) made.known.texts = SymbolTexts::read(index, *made.known.names);
    made.texts_are_read = true;
    keep(made);
  }
  return made.known;
}

KnownSymbols SearchIndex::known_symbols(std::string_view scope, ReadSymbols read) {
  return cache_->names().get(*this, *modules(scope), read);
}

}  // namespace dossier
