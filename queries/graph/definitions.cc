#include "queries/graph/definitions.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "engine/stored.h"
#include "engine/unicode.h"
#include "queries/graph/alias_map.h"
#include "queries/graph/identifier.h"
#include "queries/graph/stubs.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

using Found = std::vector<Definition>;

Definition make(Statements& store, int64_t symbol, int64_t snapshot, std::string_view module,
                std::string_view path) {
  auto known = definition_of(store, symbol);
  if (!known) throw_damaged("symbol " + std::to_string(symbol) + " lacks its type or its name");
  Definition made = std::move(*known);
  made.snapshot = snapshot;
  made.module = module;
  made.path = path;
  return made;
}

struct Place {
  int64_t symbol;
  int64_t snapshot;
  std::string module, path;
};

std::vector<Place> places_called(Store& store, const Scope& scope, std::string_view name,
                                 bool is_full) {
  std::vector<Place> places;
  const auto add = [&](const auto& row, int64_t snapshot) {
    places.push_back({row.symbol, snapshot, std::string(row.module), std::string(row.path)});
  };
  for (const int64_t snapshot : scope.snapshots) {
    if (is_full) {
      for (const auto& row : store.rows<sql::TypesByFullName>(name, snapshot)) add(row, snapshot);
    } else {
      for (const auto& row : store.rows<sql::TypesNamed>(name, snapshot)) add(row, snapshot);
    }
  }
  return places;
}

Found definitions(Statements& store, const std::vector<Place>& places) {
  Found found;
  for (const auto& [symbol, snapshot, module, path] : places) {
    found.push_back(make(store, symbol, snapshot, module, path));
  }
  return found;
}

// Names may hold dots (.ctor, explicit interface implementations): every dot may be the one between
// type and member.
Found members_named(Store& store, const Scope& scope, std::string_view wanted, bool is_full) {
  Found found;
  const size_t open = wanted.find('(');
  const std::string_view base = wanted.substr(0, open);
  const std::string params = open == base.npos ? "" : without_spaces(wanted.substr(open));
  for (size_t dot = base.rfind('.'); dot != base.npos && dot > 0; dot = base.rfind('.', dot - 1)) {
    for (const auto& place : places_called(store, scope, base.substr(0, dot), is_full)) {
      std::vector<Place> members;
      for (const auto& row : store.rows<sql::MembersNamed>(place.symbol, base.substr(dot + 1))) {
        const bool is_method = row.kind == static_cast<int64_t>(MemberKind::method);
        const std::string own = without_spaces(row.params.value_or(is_method ? "()" : ""));
        if (!params.empty() && own != params) continue;
        members.push_back({row.symbol, place.snapshot, place.module, place.path});
      }
      for (auto& definition : definitions(store.statements(), members))
        found.push_back(std::move(definition));
    }
  }
  return found;
}

// Members that an export calls so, by a full name that is not made of their type's.
Found members_spelled(Store& store, const Scope& scope, std::string_view name) {
  std::vector<std::pair<int64_t, int64_t>> known;  // a member, and its type
  for (const auto& row : store.rows<sql::MembersByStoredFullName>(name))
    known.emplace_back(row.symbol, row.type);
  Found found;
  for (const auto& [member, type] : known) {
    const auto owner = definition_of(store, type);
    if (!owner) continue;
    for (const auto& place : places_called(store, scope, owner->type, true))
      if (place.symbol == type)
        found.push_back(make(store.statements(), member, place.snapshot, place.module, place.path));
  }
  return found;
}

// The types; in the place of a source file, its members of the same name (compose of compose.ts).
Found members_before_files(Store& store, Found types, std::string_view name) {
  Found found;
  for (Definition& type : types) {
    std::vector<Place> members;
    if (const auto row = first_row<sql::TypeFacts>(store, type.symbol);
        row && row->kind == "module")
      for (const auto& member : store.rows<sql::MembersNamed>(type.symbol, name))
        members.push_back({member.symbol, type.snapshot, type.module, type.path});
    if (members.empty()) found.push_back(std::move(type));
    for (auto& member : definitions(store.statements(), members))
      found.push_back(std::move(member));
  }
  return found;
}

bool is_declared(const Definition& one) { return languages::is_stub(one.path); }

// What stubs declare, behind what defines it, which may be found under another name.
Found defined_first(Store& store, const Scope& scope, Found found, bool is_one_module) {
  std::stable_partition(found.begin(), found.end(),
                        [](const auto& one) { return !is_declared(one); });
  if (is_one_module) return found;
  AliasMap aliases(store.statements(), store.index().modules(scope.text()));
  Stubs stubs(store.statements(), aliases);
  Found all;
  for (Definition& one : found) {
    for (const int64_t defining : std::vector<int64_t>(is_declared(one) ? stubs.defining(one.symbol)
                                                                        : std::vector<int64_t>())) {
      const ScopeModule* around = aliases.module_of(defining);
      const auto is_same = [&](const Definition& other) { return other.symbol == defining; };
      if (around != nullptr && std::none_of(all.begin(), all.end(), is_same))
        all.push_back(
            make(store.statements(), defining, around->snapshot, around->name, around->path));
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

std::optional<Definition> definition_of(Statements& statements, int64_t symbol) {
  const auto row = first_row<sql::SymbolNames>(statements, symbol);
  if (!row) return std::nullopt;
  Definition made;
  made.symbol = symbol;
  made.last = row->last;
  made.type_symbol = row->type_symbol;
  made.type = row->type;
  made.key = row->type;
  made.signature = row->signature;
  made.full_name = row->full_name.value_or("");
  made.flags = row->flags;
  made.token = row->token.value_or(0);
  made.is_type = !row->member;
  made.is_local = row->is_local != 0;
  made.kind = "type";
  if (made.is_type) return made;
  const MemberKind kind = stored_member_kind(row->kind.value_or(0));
  made.kind = name_of(kind);
  made.key += "." + std::string(*row->member);
  made.key += row->params.value_or(kind == MemberKind::method ? "()" : "");
  return made;
}

std::vector<Definition> types_called(Store& store, const Scope& scope, std::string_view full_name) {
  return definitions(store.statements(), places_called(store, scope, full_name, true));
}

std::vector<Definition> members_called(Store& store, const Scope& scope,
                                       std::string_view full_name) {
  Found found = members_named(store, scope, full_name, true);
  return found.empty() ? members_spelled(store, scope, full_name) : found;
}

std::vector<Definition> members_everywhere(Statements& store, const Scope& scope,
                                           std::string_view name) {
  std::vector<Place> places;
  for (const int64_t snapshot : scope.snapshots) {
    for (const auto& row : store.rows<sql::MembersCalled>(name, snapshot)) {
      places.push_back({row.symbol, snapshot, std::string(row.module), std::string(row.path)});
    }
  }
  return definitions(store, places);
}

std::vector<Definition> find_definitions(Store& store, const Scope& scope,
                                         std::string_view identifier, std::string_view module) {
  const std::string wanted = lower(module);
  const auto in_module = [&](Found found) {
    if (!module.empty())
      std::erase_if(found, [&](const Definition& one) {
        return lower(one.module) != wanted && lower(one.path) != wanted;
      });
    return found;
  };
  const auto types = [&](bool is_full) {
    return members_before_files(
        store,
        in_module(
            definitions(store.statements(), places_called(store, scope, identifier, is_full))),
        identifier);
  };
  Found found = types(true);
  if (found.empty()) found = in_module(members_called(store, scope, identifier));
  if (found.empty()) found = types(false);
  if (found.empty()) found = in_module(members_named(store, scope, identifier, false));
  if (found.empty()) found = in_module(members_everywhere(store.statements(), scope, identifier));
  if (std::any_of(found.begin(), found.end(), is_declared))
    found = defined_first(store, scope, std::move(found), !module.empty());
  return found;
}

std::optional<Definition> definition_called(Store& store, const Scope& scope,
                                            std::string_view full_name, std::string_view module) {
  if (full_name.empty()) return std::nullopt;
  Found found = types_called(store, scope, full_name);
  if (found.empty()) found = members_called(store, scope, full_name);
  const auto at = std::find_if(found.begin(), found.end(),
                               [&](const Definition& one) { return one.module == module; });
  if (at != found.end()) return std::move(*at);
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

std::vector<std::string> keys_of(Statements& statements, const Definition& member) {
  if (member.is_local) return {};
  std::vector<std::string> keys = {member.key};
  // Sources name a method without its parameters.
  const auto open = member.key.find('(');
  if (open != member.key.npos && open > 0) keys.push_back(member.key.substr(0, open));
  for (const auto& row : statements.rows<sql::SymbolDetails>(member.symbol)) {
    if (row.kind == static_cast<int64_t>(DetailKind::open_key)) keys.emplace_back(row.text);
  }
  return keys;
}

std::vector<std::string> keys_called(Store& store, std::string_view identifier) {
  std::vector<std::string> keys = {std::string(identifier)};
  if (identifier.find('(') != identifier.npos) {
    keys[0] = without_spaces(identifier);
    return keys;
  }
  // '(' comes right before ')': everything that begins with the name and a parameter list.
  const std::string from = keys[0] + "(", to = keys[0] + ")";
  for (const auto& row :
       store.rows<sql::KeysBetween>(std::string_view(from), std::string_view(to))) {
    keys.emplace_back(row.key);
  }
  return keys;
}

}  // namespace dossier
