#include "store/import/source_sets.h"

#include <string_view>
#include <utility>
#include <vector>

#include "engine/digest.h"
#include "engine/first_row.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {

std::optional<SourceSets::Set> SourceSets::set_of(const Module& module) {
  std::string listing;
  std::vector<std::pair<int64_t, std::string_view>> paths;
  int64_t ordinal = 1;
  for (const auto& type : module.types) {
    if (!type.source_path.empty()) {
      paths.emplace_back(ordinal, type.source_path);
      listing += std::to_string(ordinal) + ' ' + std::to_string(type.source_path.size()) + ' ';
      listing += type.source_path;
    }
    ordinal += 1 + static_cast<int64_t>(type.members.size());
  }
  if (paths.empty()) return std::nullopt;
  const std::string hash(bytes_of(sha256({listing})));
  int64_t& id = known_[hash];
  if (id == 0) {
    if (const auto row = first_row<sql::SourceSetByHash>(*store_, std::string_view(hash)))
      id = row->id;
  }
  if (id == 0) {
    id = next_++;
    store_->run<sql::InsertSourceSet>(id, std::string_view(hash));
    for (const auto& [at, path] : paths) store_->run<sql::InsertSourcePath>(id, at, path);
  }
  return Set{id, hash};
}

}  // namespace dossier
