#include "queries/graph/proto_uses.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/proto/canonical.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/word_list.h"
#include "engine/short_name.h"
#include "queries/graph/aliases.h"
#include "queries/graph/definitions.h"
#include "queries/graph/meanings.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"
#include "store/import/fact_writer.h"
#include "store/sql.h"

namespace dossier {
namespace {

constexpr int64_t kGeneratedFile = 1;  // of _file.flags

bool is_proto(const ScopeModule& module) {
  const auto* language = languages::of(module.name);
  return language != nullptr && language->name == proto::kLanguage;
}

/// Whether a source can mean what another one defines: in its own family of languages and, where
/// files see each other's names through headers, in a header. Two programs of one tree may have
/// classes of one name.
bool may_see(const ScopeModule& source, const ScopeModule& definer) {
  if (source.module == definer.module) return true;
  const auto* here = languages::of(source.name);
  const auto* there = languages::of(definer.name);
  if (here == nullptr || there == nullptr || family_of(here->name) != family_of(there->name))
    return false;
  if (here->headers.empty()) return true;
  bool is_header = false;
  for_each_word(here->headers, [&](std::string_view ending) {
    is_header = is_header || definer.name.ends_with(ending);
  });
  return is_header;
}

/// Whether one of the names that a key is made of, `Outer_Item.Builder.setName`, is among these, or
/// several of them in a row that underscores join.
bool has_name(std::string_view key, const std::unordered_set<std::string>& names) {
  key = key.substr(0, key.find('('));
  while (!key.empty()) {
    std::string_view part = key.substr(0, key.find_first_of("./+$#"));
    key.remove_prefix(std::min(key.size(), part.size() + 1));
    if (names.contains(proto::canonical(part))) return true;
    while (!part.empty()) {
      const auto word = part.substr(0, part.find('_'));
      part.remove_prefix(std::min(part.size(), word.size() + 1));
      if (names.contains(proto::canonical(word))) return true;
    }
  }
  return false;
}

}  // namespace

ProtoUses::ProtoUses(Statements& statements, Meanings& meanings)
    : statements_(statements),
      meanings_(meanings),
      rpcs_(statements, meanings),
      made_(languages::generators()) {}

void ProtoUses::read(int64_t source) {
  if (source_ == source) return;
  source_ = source;
  rows_.clear();
  for (const auto& row : statements_.rows<sql::ReferencesOfSource>(source))
    rows_.push_back({row.target,
                     row.use,
                     row.kind,
                     row.by_name != 0,
                     {row.line.value_or(0), row.column.value_or(0)}});
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.place < b.place; });
}

std::optional<ProtoUses::Use> ProtoUses::judge(int64_t source, int64_t use) {
  const ScopeModule* module = meanings_.module_of(source);
  std::string key, type, proto, written;
  {
    const auto row = first_row<sql::RefAt>(statements_, source, use);
    if (!row || module == nullptr) return Use{};
    key = row->target_key;
    type = row->target_type;
    proto = row->target_scope;
    written = row->target;
  }
  read(source);
  const auto own =
      std::find_if(rows_.begin(), rows_.end(), [&](const Row& one) { return one.use == use; });
  if (own == rows_.end()) return Use{};
  const auto [first, last] =
      std::equal_range(rows_.begin(), rows_.end(), *own,
                       [](const Row& a, const Row& b) { return a.place < b.place; });
  Use made;
  Meant found = Meant::unknown;
  const Rpc* const rpc = rpcs_.rpc(type, key);
  RpcUses::Tells tells = RpcUses::Tells::nothing;
  bool is_mentioned = false, is_type = false;
  for (auto at = first; at != last; ++at) {
    if (at->kind == static_cast<int64_t>(ReferenceKind::rpc)) continue;
    is_mentioned = true;
    is_type = is_type || is_to_type(at->kind);
    const Meant one = meant(*at, key, type, *module);
    if (found != Meant::own && one != Meant::unknown) found = one;
    if (rpc != nullptr && tells != RpcUses::Tells::rpc)
      tells = told(*rpc, at->kind, source, at->use, *module);
  }
  if (rpc != nullptr && !is_mentioned) tells = rpcs_.declared(*rpc, source, written);
  if (found == Meant::unknown && tells == RpcUses::Tells::another) found = Meant::another;
  if (found == Meant::another) return std::nullopt;
  made.is_used = is_mentioned && !is_type;
  const bool is_declared = (use & kReferenceInModule) != 0;
  if (found == Meant::own)
    made.sure = Sure::resolved;
  else if (tells == RpcUses::Tells::rpc || (!is_declared && uses(module->module, proto)))
    made.sure = Sure::likely;
  return made;
}

RpcUses::Tells ProtoUses::told(const Rpc& rpc, int64_t kind, int64_t source, int64_t use,
                               const ScopeModule& module) {
  const auto row = first_row<sql::RefAt>(statements_, source, use);
  if (!row) return RpcUses::Tells::nothing;
  const std::string type(row->target_type), scope(row->target_scope), key(row->target_key);
  return rpcs_.referred(rpc, kind, {type, scope, key}, module);
}

ProtoUses::Meant ProtoUses::meant(const Row& row, std::string_view key, std::string_view type,
                                  const ScopeModule& module) {
  Meant found = Meant::unknown;
  {  // of a receiver that nothing is known of, the name alone tells nothing
    const auto names = first_row<sql::TargetNames>(statements_, row.target);
    if (!names || (names->type_name.empty() && names->key.find('.') == names->key.npos))
      return found;
  }
  for (const int64_t symbol : meanings_.meant(row.target, row.kind, row.by_name, module)) {
    const Meant one = meant_by(symbol, key, type, module);
    if (one == Meant::own) return one;
    if (one == Meant::another) found = one;
  }
  if (found != Meant::unknown) return found;
  for (const int64_t held : meanings_.types_without(row.target, row.kind, module)) {
    const ScopeModule* around = meanings_.module_of(held);
    if (around == nullptr || is_proto(*around) || is_generated(*around) ||
        !may_see(module, *around) || is_kind_of_scope(kind_of_type(statements_, held)))
      return Meant::unknown;
    found = Meant::another;
  }
  return found;
}

ProtoUses::Meant ProtoUses::meant_by(int64_t symbol, std::string_view key, std::string_view type,
                                     const ScopeModule& source) {
  const ScopeModule* module = meanings_.module_of(symbol);
  const auto definition = definition_of(statements_, symbol);
  if (module == nullptr || !definition) return Meant::unknown;
  const std::string kind = kind_of_type(statements_, definition->type_symbol);
  if (definition->is_type && is_kind_of_scope(kind)) return Meant::unknown;
  if (is_proto(*module))
    return std::string_view(definition->key).substr(0, definition->key.find('(')) == key
               ? Meant::own
               : Meant::another;
  if (!is_generated(*module)) return may_see(source, *module) ? Meant::another : Meant::unknown;
  // A value of an enum may be a variable of its file: FOOT.
  const bool is_free = !definition->is_type && is_kind_of_scope(kind);
  return is_free || has_name(definition->key, spellings(type)) ? Meant::own : Meant::another;
}

bool ProtoUses::is_generated(const ScopeModule& module) {
  const auto [at, is_new] = generated_.try_emplace(module.module);
  if (is_new) {
    const auto row =
        first_row<sql::FileAt>(statements_, module.snapshot, std::string_view(module.name));
    at->second = row && (row->flags & kGeneratedFile) != 0;
  }
  return at->second;
}

bool ProtoUses::uses(int64_t module, std::string_view proto) {
  const auto [at, is_new] = used_.try_emplace(module);
  if (is_new)
    for (const auto& row : statements_.rows<sql::SymbolDetails>(module))
      if (row.kind == static_cast<int64_t>(DetailKind::reference)) at->second.emplace(row.text);
  return at->second.contains(std::string(proto));
}

const std::unordered_set<std::string>& ProtoUses::spellings(std::string_view type) {
  const auto [at, is_new] = spellings_.try_emplace(std::string(type));
  if (is_new) {
    const auto name = short_name(type);
    for (const auto kind :
         {proto::Definition::message, proto::Definition::enumeration, proto::Definition::service})
      for (const auto& made : made_.of(kind, name)) at->second.insert(proto::canonical(made));
    at->second.insert(proto::canonical(name) + "orbuilder");
  }
  return at->second;
}

}  // namespace dossier
