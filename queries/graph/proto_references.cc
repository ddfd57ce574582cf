#include "queries/graph/proto_references.h"

#include "engine/readers/proto/proto.h"

namespace dossier {

std::optional<ProtoUses::Use> ProtoReferences::judged(const FoundReference& one) {
  if (!meanings_) meanings_.emplace(store_.statements(), rows_.modules());
  return meanings_->proto_uses().judge(one.source, one.use);
}

bool ProtoReferences::is_used(const FoundReference& one) {
  const auto use = judged(one);
  return use && use->is_used;
}

void ProtoReferences::judge(std::vector<FoundReference>& found, bool by_name) {
  std::erase_if(found, [&](FoundReference& one) {
    if (one.kind != static_cast<int64_t>(ReferenceKind::rpc)) return by_name;
    const auto use = judged(one);
    if (!use || (use->sure == Sure::by_name) != by_name) return true;
    one.sure = use->sure;
    return false;
  });
}

std::vector<FoundReference> ProtoReferences::by_name(const Definition& definition, uint32_t kinds) {
  kinds &= bit(ReferenceKind::rpc);
  std::vector<FoundReference> found;
  if (kinds == 0 || rows_.family(definition.symbol) != proto::kLanguage) return found;
  if (definition.is_type)
    found = rows_.to_type(definition.type, kinds);
  else
    for (const auto& key : keys_of(store_, definition)) append(found, rows_.to_key(key, kinds));
  judge(found, true);
  return found;
}

}  // namespace dossier
