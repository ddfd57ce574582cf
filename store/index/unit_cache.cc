#include "store/index/unit_cache.h"

#include "store/index/names_cache.h"

namespace dossier {

UnitCache::UnitCache(size_t bytes, size_t line_bytes)
    : sets_(std::max<size_t>(bytes / kUnitBytes / kWays, 1)),
      lines_(line_bytes / kBlockBytes / kWays),
      names_(std::make_unique<NamesCache>()) {}

UnitCache::~UnitCache() = default;

}  // namespace dossier
