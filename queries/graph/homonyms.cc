#include "queries/graph/homonyms.h"

#include <algorithm>

#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

const std::vector<Homonyms::Definer>& Homonyms::definers(const std::string& type) {
  const auto [at, is_new] = definers_.try_emplace(type);
  if (!is_new) return at->second;
  for (const int64_t snapshot : scope_.snapshots) {
    for (const auto& row : store_.rows<sql::TypeDefiners>(std::string_view(type), snapshot)) {
      // "System.Xml" of "System.Xml, Version=4.0.0.0, …".
      const std::string_view assembly = row.assembly.substr(0, row.assembly.find(','));
      at->second.push_back({row.symbol, row.kind == static_cast<int64_t>(ModuleKind::source),
                            std::string(row.module), std::string(assembly)});
    }
  }
  return at->second;
}

void Homonyms::keep_own(const Definition& definition, std::vector<FoundReference>& found) {
  const auto& all = definers(definition.type);
  // Of a source's type every part is meant, whichever file it is in.
  const auto own = std::find_if(all.begin(), all.end(), [&](const Definer& definer) {
    return definer.type == definition.type_symbol;
  });
  if (all.size() < 2 || (own != all.end() && own->is_source)) return;
  std::erase_if(found, [&](const FoundReference& incoming) {
    return !is_meant(all, definition.type_symbol, incoming);
  });
}

bool Homonyms::is_meant(const std::vector<Definer>& definers, int64_t type,
                        const FoundReference& incoming) {
  const std::string& scope = rows_.text_of(incoming.scope);
  const bool is_inside = scope == rows_.module(incoming).name;
  bool is_another = false;
  for (const Definer& definer : definers) {
    const bool is_named = definer.module == scope || (!is_inside && definer.assembly == scope);
    if (is_named && definer.type == type) return true;
    is_another = is_another || is_named;
  }
  return !is_another;  // an assembly that forwards, or is not here: any may be meant
}

}  // namespace dossier
