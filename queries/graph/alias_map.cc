#include "queries/graph/alias_map.h"

#include <algorithm>

#include "engine/fact.h"
#include "queries/sql.h"

namespace dossier {
namespace {

// Above this many of one name only those count whose type is named, too: each costs a few queries.
constexpr size_t kMostAsked = 16;

std::string_view last_part(std::string_view name) {
  const auto at = name.find_last_of(".+/:");
  return at == name.npos ? name : name.substr(at + 1);
}

}  // namespace

AliasMap::AliasMap(Statements& statements, std::shared_ptr<const ScopeModules> modules)
    : statements_(statements), modules_(std::move(modules)), scope_(parse_scope(modules_->scope)) {
  for (const auto& module : modules_->modules) by_id_.push_back(&module);
  std::sort(by_id_.begin(), by_id_.end(),
            [](const auto* a, const auto* b) { return a->module < b->module; });
}

const ScopeModule* AliasMap::module_of(int64_t symbol) const {
  const auto after =
      std::upper_bound(by_id_.begin(), by_id_.end(), symbol,
                       [](int64_t id, const ScopeModule* module) { return id < module->module; });
  if (after == by_id_.begin() || symbol > (*(after - 1))->last) return nullptr;
  return *(after - 1);
}

Aliases* AliasMap::aliases_of(int64_t symbol) {
  const auto [at, is_new] = names_.try_emplace(symbol);
  if (!is_new) return at->second.get();
  const ScopeModule* module = module_of(symbol);
  if (module == nullptr) return nullptr;
  auto definition = definition_of(statements_, symbol);
  if (!definition) return nullptr;
  definition->snapshot = module->snapshot;
  definition->module = module->name;
  definition->path = module->path;
  auto names = std::make_unique<Aliases>(statements_, scope_, *definition);
  if (!names->keys().empty()) at->second = std::move(names);
  return at->second.get();
}

void AliasMap::add_types(std::string_view name, std::vector<int64_t>& found) {
  for (const int64_t snapshot : scope_.snapshots)
    for (const auto& row : statements_.rows<sql::TypesNamed>(name, snapshot))
      found.push_back(row.symbol);
}

void AliasMap::add_members(std::string_view owner, std::string_view name,
                           std::vector<int64_t>& found) {
  std::vector<int64_t> all;
  for (const int64_t snapshot : scope_.snapshots)
    for (const auto& row : statements_.rows<sql::MembersCalled>(name, snapshot))
      all.push_back(row.symbol);
  for (const int64_t symbol : all) {
    if (all.size() > kMostAsked) {
      const auto definition = definition_of(statements_, symbol);
      if (!definition || owner.empty() || last_part(definition->type) != owner) continue;
    }
    found.push_back(symbol);
  }
}

std::vector<int64_t> AliasMap::definitions(std::string_view key, int64_t module) {
  const std::string_view name = last_part(key);
  const std::string_view rest = key.substr(0, key.size() - name.size());
  std::vector<int64_t> asked, found;
  add_types(name, asked);
  add_members(rest.empty() ? rest : last_part(rest.substr(0, rest.size() - 1)), name, asked);
  for (const int64_t symbol : asked) {
    Aliases* names = aliases_of(symbol);
    if (names != nullptr && names->may_refer(key, module)) found.push_back(symbol);
  }
  return found;
}

}  // namespace dossier
