#include "store/index/unit_cache.h"

#include "store/index/names_cache.h"

namespace dossier {

UnitCache::UnitCache(size_t bytes)
    : sets_(std::max<size_t>(bytes / kUnitBytes / kWays, 1)),
      names_(std::make_unique<NamesCache>()) {}

UnitCache::~UnitCache() = default;

}  // namespace dossier
