#include "store/import/kinship.h"

#include <xxhash.h>

#include <algorithm>

#include "store/sql.h"

namespace dossier {

static uint64_t hash_of(std::string_view name) { return XXH3_64bits(name.data(), name.size()); }

void Kinship::add(std::string_view name) { names_.push_back(hash_of(name)); }

bool Kinship::is_with(Store& store, int64_t snapshot) {
  std::sort(names_.begin(), names_.end());
  const auto is_here = [this](std::string_view name) {
    return std::binary_search(names_.begin(), names_.end(), hash_of(name));
  };
  for (const auto& row : store.rows<sql::SnapshotModuleNames>(snapshot))
    if (is_here(row.name)) return true;
  for (const auto& row : store.rows<sql::FilesOfSnapshot>(snapshot))
    if (is_here(row.path)) return true;
  return false;
}

}  // namespace dossier
