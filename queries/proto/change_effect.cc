#include "queries/proto/change_effect.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace dossier::proto {

const Declaration* broken_by(const SchemaChange& change) {
  if (change.was == nullptr) return nullptr;
  if (change.what == SchemaChange::removed) return change.was;
  // Of one that was only moved the name stays.
  if (change.what == SchemaChange::renamed && change.is != nullptr &&
      change.was->name != change.is->name)
    return change.was;
  constexpr std::string_view kUsed[] = {
      "type", "label", "oneof", "request", "response", "client streaming", "server streaming"};
  for (const auto aspect : change.aspects)
    if (std::find(std::begin(kUsed), std::end(kUsed), aspect) != std::end(kUsed)) return change.was;
  return nullptr;
}

int weight_of(const SchemaChange& change) {
  if (change.kind == "package") return 3;
  if (change.kind == "file") return change.what == SchemaChange::added ? 0 : 1;
  constexpr std::string_view kPlaces[] = {"_package", "_namespace", "_prefix", "_classname",
                                          "_multiple_files"};
  const bool is_place =
      change.kind == "option" &&
      std::any_of(std::begin(kPlaces), std::end(kPlaces),
                  [&](std::string_view ending) { return change.name.ends_with(ending); });
  return is_place ? 2 : 0;
}

}  // namespace dossier::proto
