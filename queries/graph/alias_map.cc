#include "queries/graph/alias_map.h"

#include <algorithm>
#include <utility>

#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/languages/rules.h"
#include "queries/graph/stored_symbols.h"
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
    : statements_(statements),
      modules_(std::move(modules)),
      scope_(parse_scope(modules_->scope)),
      passing_(statements) {
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
  auto names = std::make_unique<Aliases>(statements_, scope_, *definition, passing_);
  if (!names->keys().empty()) at->second = std::move(names);
  return at->second.get();
}

const AliasMap::Names& AliasMap::names_given_by(const ScopeModule& module) {
  const auto [at, is_new] = given_.try_emplace(module.module);
  Names& names = at->second;
  if (!is_new) return names;
  if (std::string given = result_of(statements_, module.module); !given.empty())
    names.emplace("default", std::move(given));
  for (const auto& row : statements_.rows<sql::RefsFrom>(module.module, module.last)) {
    const auto as = row.target.find(languages::kPassedAs);
    if (row.kind != static_cast<int64_t>(ReferenceKind::import) || as == row.target.npos) continue;
    const auto name = row.target.substr(as + std::string_view(languages::kPassedAs).size());
    names.emplace(name.substr(name.rfind('.') + 1), row.target_key);
  }
  return names;
}

std::string AliasMap::renamed(std::string_view key) {
  const auto dot = key.rfind('.');
  if (dot == key.npos) return {};
  if (!std::exchange(has_paths_, true)) {
    for (const auto& module : modules_->modules) {
      const auto* language = languages::of(module.name);
      if (!language || !language->module_path) continue;
      if (language->passes_on)
        for (auto& path : language->passes_on(module.name, false))
          by_path_.emplace(std::move(path), &module);
      if (language->passes_on || language->passes_full_names)
        by_path_.emplace(language->module_path(module.name, {}), &module);
    }
  }
  const auto module = by_path_.find(std::string(key.substr(0, dot)));
  if (module == by_path_.end()) return {};
  const Names& names = names_given_by(*module->second);
  const auto found = names.find(std::string(key.substr(dot + 1)));
  return found == names.end() || found->second == key ? std::string() : found->second;
}

void AliasMap::add_types(std::string_view name, std::vector<int64_t>& found) {
  for (const int64_t snapshot : scope_.snapshots)
    for (const auto& row : statements_.rows<sql::TypesNamed>(name, snapshot))
      found.push_back(row.symbol);
}

// Whether the symbol's file stands for a folder of this name.
bool AliasMap::stands_for(int64_t symbol, std::string_view folder) const {
  const ScopeModule* module = module_of(symbol);
  const auto* language = module == nullptr ? nullptr : languages::of(module->name);
  if (language == nullptr) return false;
  if (language->packages_name_themselves) {
    if (const auto given = result_of(statements_, module->module); !given.empty())
      return language->imported({given, {}, {}, {}, {}}) == folder;
    const std::string_view path = module->name;
    return last_part(path.substr(0, std::min(path.rfind('/'), path.size()))) == folder;
  }
  if (language->passes_on == nullptr) return false;
  const auto names = language->passes_on(module->name, false);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& one) { return last_part(one) == folder; });
}

// Whether the owner is what the symbol's language calls a companion without a name.
bool AliasMap::calls_companion(int64_t symbol, std::string_view owner) const {
  const ScopeModule* module = module_of(symbol);
  const auto* language = module == nullptr ? nullptr : languages::of(module->name);
  return language != nullptr && !owner.empty() && language->nameless.second == owner;
}

// The members in scope that have the name, with their types where there are many.
const std::vector<AliasMap::Called>& AliasMap::members_called(std::string_view name) {
  const auto [at, is_new] = called_.try_emplace(std::string(name));
  std::vector<Called>& all = at->second;
  if (!is_new) return all;
  for (const int64_t symbol : members_with_name(statements_, scope_, name))
    all.push_back({symbol, {}});
  if (all.size() > kMostAsked)
    for (Called& one : all)
      if (const auto definition = definition_of(statements_, one.symbol))
        one.type = definition->type;
  return all;
}

void AliasMap::add_members(std::string_view owner, std::string_view name,
                           std::vector<int64_t>& found) {
  const std::vector<Called>& all = members_called(name);
  for (const auto& [symbol, full] : all) {
    if (all.size() > kMostAsked) {
      if (full.empty() || owner.empty()) continue;
      const std::string_view type = full;
      const auto around = type.substr(0, type.size() - last_part(type).size());
      if (last_part(type) != owner && !stands_for(symbol, owner) &&
          !calls_companion(symbol, owner) &&
          !(around.size() > 1 && last_part(around.substr(0, around.size() - 1)) == owner))
        continue;
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
  if (found.empty()) {
    const std::string meant = renamed(key);
    const auto last = last_part(meant);
    asked.clear();
    if (!meant.empty()) {
      add_types(last, asked);
      for (const Called& one : members_called(last)) asked.push_back(one.symbol);
    }
    for (const int64_t symbol : asked) {
      const auto definition = definition_of(statements_, symbol);
      if (definition && definition->key.substr(0, definition->key.find('(')) == meant)
        found.push_back(symbol);
    }
  }
  return found;
}

}  // namespace dossier
