#include "queries/graph/stubs.h"

#include <algorithm>
#include <string>

#include "engine/readers/languages/language.h"
#include "engine/short_name.h"
#include "queries/graph/names.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"

namespace dossier {
namespace {

void add_once(std::vector<int64_t>& all, int64_t one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

/// The types of a full name, and what its last part names in those of the rest.
template <typename IsDefined>
std::vector<int64_t> called(Statements& statements, std::string_view full_name,
                            const IsDefined& is_defined) {
  const auto types = [&](std::string_view name) {
    std::vector<int64_t> found;
    if (const auto id = name_id(statements, name))
      for (const auto& row : statements.rows<sql::TypesCalled>(*id)) found.push_back(row.id);
    std::erase_if(found, [&](int64_t one) { return !is_defined(one); });
    return found;
  };
  std::vector<int64_t> found = types(full_name);
  const auto dot = full_name.rfind('.');
  if (!found.empty() || dot == full_name.npos) return found;
  for (const int64_t owner : types(full_name.substr(0, dot)))
    for (const auto& row : statements.rows<sql::MembersNamed>(owner, full_name.substr(dot + 1)))
      found.push_back(row.symbol);
  return found;
}

/// What the modules of these symbols import under the name.
template <typename IsDefined>
std::vector<int64_t> imported(Statements& statements, const AliasMap& aliases,
                              const std::vector<int64_t>& scopes, std::string_view name,
                              const IsDefined& is_defined) {
  std::vector<std::string> targets;
  for (const int64_t scope : scopes)
    if (const ScopeModule* module = aliases.module_of(scope))
      for (const auto& row : statements.rows<sql::ModuleImports>(module->module, module->last))
        if (short_name(row.target) == name) targets.emplace_back(row.target);
  std::vector<int64_t> found;
  for (const std::string& target : targets)
    for (const int64_t one : called(statements, target, is_defined)) add_once(found, one);
  return found;
}

}  // namespace

/// Whether the symbol stands in the snapshot of a stub, of its family, and in no stub.
bool Stubs::is_defined(int64_t symbol, const ScopeModule& stub) {
  const ScopeModule* module = aliases_.module_of(symbol);
  if (module == nullptr || module->snapshot != stub.snapshot || languages::is_stub(module->name))
    return false;
  const auto *own = languages::of(module->name), *other = languages::of(stub.name);
  return own != nullptr && other != nullptr && family_of(own->name) == family_of(other->name);
}

/// What the stub's module passes on under this name.
std::vector<int64_t> Stubs::passed_on(std::string_view full_name, const ScopeModule& stub) {
  const auto name = short_name(full_name);
  std::vector<int64_t> named, found;
  for (const auto& row : statements_.rows<sql::TypesNamed>(name, stub.snapshot))
    named.push_back(row.symbol);
  for (const auto& row : statements_.rows<sql::MembersCalled>(name, stub.snapshot))
    named.push_back(row.symbol);
  std::erase_if(named, [&](int64_t one) { return !is_defined(one, stub); });
  if (named.size() > kMostPassedOn) {
    is_cut_ = true;
    return found;
  }
  for (const int64_t one : named) {
    Aliases* names = aliases_.aliases_of(one);
    if (names != nullptr && names->is_passed_on_as(full_name)) found.push_back(one);
  }
  return found;
}

std::vector<int64_t> Stubs::found_for(int64_t symbol, const ScopeModule& module) {
  std::vector<int64_t> found;
  const auto declared = definition_of(statements_, symbol);
  if (!declared || declared->is_local) return found;
  const auto is_there = [&](int64_t one) { return is_defined(one, module); };
  std::string full_name = declared->type;
  std::vector<int64_t> scopes;  // that may import what is declared
  if (declared->is_type) {
    found = called(statements_, full_name, is_there);
    const auto dot = full_name.rfind('.');
    if (found.empty() && dot != full_name.npos)
      scopes = called(statements_, std::string_view(full_name).substr(0, dot), is_there);
  } else {
    const auto key = std::string_view(declared->key).substr(declared->type.size() + 1);
    const auto name = key.substr(0, key.find('(', 1));
    const std::vector<int64_t> owners = defining(declared->type_symbol);
    for (const int64_t owner : owners)
      for (const auto& row : statements_.rows<sql::MembersNamed>(owner, name))
        found.push_back(row.symbol);
    if (!is_kind_of_scope(kind_of_type(statements_, declared->type_symbol))) return found;
    full_name.append(".").append(name);
    scopes = owners;
  }
  if (found.empty())
    found = imported(statements_, aliases_, scopes, short_name(full_name), is_there);
  return found.empty() ? passed_on(full_name, module) : found;
}

const std::vector<int64_t>& Stubs::defining(int64_t symbol) {
  static const std::vector<int64_t> kNone;
  const ScopeModule* module = aliases_.module_of(symbol);
  if (module == nullptr || !languages::is_stub(module->name)) return kNone;
  const auto known = defining_.find(symbol);
  if (known != defining_.end()) return known->second;
  auto found = found_for(symbol, *module);
  return defining_[symbol] = std::move(found);
}

void Stubs::settle(std::vector<int64_t>& symbols) {
  const auto is_declared = [&](int64_t one) { return !defining(one).empty(); };
  if (std::none_of(symbols.begin(), symbols.end(), is_declared)) return;
  std::vector<int64_t> settled;
  for (const int64_t one : symbols) {
    if (!is_declared(one)) add_once(settled, one);
    for (const int64_t definition : defining(one)) add_once(settled, definition);
  }
  symbols = std::move(settled);
}

void Stubs::add_defining(std::vector<int64_t>& symbols) {
  const size_t given = symbols.size();
  for (size_t i = 0; i < given; ++i)
    for (const int64_t definition : std::vector<int64_t>(defining(symbols[i])))
      add_once(symbols, definition);
}

bool Stubs::are_one(int64_t a, int64_t b) {
  const auto declares = [&](int64_t stub, int64_t definition) {
    const auto& all = defining(stub);
    return std::find(all.begin(), all.end(), definition) != all.end();
  };
  return declares(a, b) || declares(b, a);
}

}  // namespace dossier
