#include "queries/graph/related.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/references.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

constexpr uint32_t bits(std::initializer_list<ReferenceKind> kinds) {
  uint32_t set = 0;
  for (const auto kind : kinds) set |= 1u << static_cast<unsigned>(kind);
  return set;
}

constexpr uint32_t kCalls =
    bits({ReferenceKind::call, ReferenceKind::new_object, ReferenceKind::function_pointer});

// Taking a field's address may read it and may write it.
constexpr struct {
  std::string_view name;
  Relation relation;
} kRelations[] = {
    {"derives", {bits({ReferenceKind::base}), false}},
    {"implements", {bits({ReferenceKind::interface}), false}},
    {"overrides", {bits({ReferenceKind::override}), false, true}},
    {"calls", {kCalls, false}},
    {"calledby", {kCalls, true}},
    {"reads", {bits({ReferenceKind::read, ReferenceKind::address}), false}},
    {"writes", {bits({ReferenceKind::write, ReferenceKind::address}), false}},
    {"refs", {~0u, false}},
    {"refby", {~0u, true}},
};

}  // namespace

std::optional<Relation> relation_called(std::string_view name) {
  for (const auto& one : kRelations)
    if (one.name == name) return one.relation;
  return std::nullopt;
}

RelationWalk::RelationWalk(SearchIndex& index, std::string_view scope, Relation relation,
                           size_t receivers)
    : index_(index),
      relation_(relation),
      aliases_(index.statements(), index.modules(scope)),
      receivers_(index.statements(), aliases_, receivers),
      headers_(index.statements(), index.modules(scope)),
      rivals_(index.statements(), aliases_, receivers_),
      own_names_(index.statements()),
      key_tails_(index.statements()) {
  if (relation.implicit) {
    sources_.emplace(index.statements(), index.modules(scope));
    implicit_.emplace(index.statements(), scope.empty() ? resolve_scope(index.statements(), {}, {})
                                                        : parse_scope(scope));
  }
}

bool RelationWalk::in_scope(int64_t symbol) const { return aliases_.module_of(symbol) != nullptr; }

void RelationWalk::reach(int64_t symbol, int64_t depth) {
  if (!in_scope(symbol) || !reached_.insert(symbol).second) return;
  found_.push_back({symbol, depth});
  ended_ = ended_ || ends_.contains(symbol);
  walk_.enter(symbol, symbol);
}

const std::string& RelationWalk::text_of(int64_t name) {
  const auto [at, is_new] = texts_.try_emplace(name);
  if (is_new) {
    auto rows = index_.statements().rows<sql::NameText>(name);
    if (const auto row = rows.next()) at->second = row->text;
  }
  return at->second;
}

std::optional<int64_t> RelationWalk::name_id(std::string_view text) {
  auto rows = index_.statements().rows<sql::NameId>(text);
  const auto row = rows.next();
  return row ? std::optional(row->id) : std::nullopt;
}

ProtoUses& RelationWalk::proto_uses() {
  if (!proto_uses_) proto_uses_.emplace(index_.statements(), *this);
  return *proto_uses_;
}

bool RelationWalk::is_rpc(int64_t symbol) {
  const auto definition = definition_of(index_.statements(), symbol);
  if (!definition || definition->is_type) return false;
  auto rows = index_.statements().rows<sql::TypeFacts>(definition->type_symbol);
  const auto row = rows.next();
  return row && row->kind == "service";
}

bool RelationWalk::follows(uint32_t kinds, int64_t kind, int64_t source, int64_t use, bool is_rpc) {
  const bool is_wanted = (kinds & bit(stored_reference_kind(kind))) != 0;
  if (kind != static_cast<int64_t>(ReferenceKind::rpc)) return is_wanted;
  const bool is_call = is_rpc && (kinds & bit(ReferenceKind::call)) != 0;
  if (!is_wanted && !is_call) return false;
  const auto judged = proto_uses().judge(source, use);
  return judged && judged->sure != Sure::by_name && (is_wanted || judged->is_used);
}

void RelationWalk::to_key(int64_t key, uint32_t kinds, int64_t depth, bool is_rpc) {
  if (!followed_.emplace(key, kinds).second) return;
  struct Row {
    int64_t source, use, kind;
  };
  std::vector<Row> found;
  for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(key))
    found.push_back({row.source, row.use, row.kind});
  for (const Row& row : found)
    if (in_scope(row.source) && follows(kinds, row.kind, row.source, row.use, is_rpc))
      reach(row.source, depth);
}

void RelationWalk::to_symbol(int64_t symbol, int64_t depth) {
  const auto member = definition_of(index_.statements(), symbol);
  if (member && OwnNames::has_own(*member)) to_own_name(*member, depth);
  if (member)
    for (const Accessor& accessor : accessors_of(index_.statements(), *member))
      to_keys_of(accessor.method.symbol, accessor.kinds(relation_.kinds), depth);
  if (!member || !member->is_local) {
    to_keys_of(symbol, relation_.kinds, depth);
    to_global(symbol, depth);
  }
  to_aliases(symbol, depth);
}

void RelationWalk::to_keys_of(int64_t symbol, uint32_t kinds, int64_t depth) {
  std::string key, open_key;
  {
    auto rows = index_.statements().rows<sql::SymbolKey>(symbol);
    const auto row = rows.next();
    key = row->key;
    open_key = row->open_key;
  }
  const bool is_service = is_rpc(symbol);
  const auto to = [&](std::string_view called) {
    if (called.empty()) return;
    if (const auto id = name_id(called)) to_key(*id, kinds, depth, is_service);
  };
  to(key);
  to(open_key);
  // The parameters are the last list: a name may hold parentheses itself (operator()).
  if (key.ends_with(')'))
    for (size_t open = key.find('('); open != key.npos; open = key.find('(', open + 1))
      to(std::string_view(key).substr(0, open));
}

void RelationWalk::to_global(int64_t symbol, int64_t depth) {
  int64_t name = 0, type = 0;
  {
    auto rows = index_.statements().rows<sql::GlobalName>(symbol);
    const auto row = rows.next();
    if (!row) return;
    name = row->name;
    type = row->type;
  }
  for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(name))
    if (!row.by_name && row.type == type &&
        (relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
      reach(row.source, depth);
}

void RelationWalk::to_own_name(const Definition& member, int64_t depth) {
  const auto key = name_id(member.full_name);
  if (!key) return;
  std::vector<int64_t> sources;
  for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(*key))
    if (!row.by_name && (relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
      sources.push_back(row.source);
  for (const int64_t source : sources)
    if (own_names_.is_meant(member, source)) reach(source, depth);
}

void RelationWalk::to_aliases(int64_t symbol, int64_t depth) {
  Aliases* names = aliases_.aliases_of(symbol);
  if (names == nullptr) return;
  for (const auto& key : names->keys()) {
    const auto id = name_id(key);
    if (!id) continue;
    if (key == names->name()) {
      to_name(symbol, *names, *id, depth);
      continue;
    }
    std::vector<int64_t> sources;
    for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(*id))
      if (row.by_name && (relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
        sources.push_back(row.source);
    for (const int64_t source : sources) {
      const auto* module = aliases_.module_of(source);
      if (module != nullptr && names->may_refer(key, module->module)) reach(source, depth);
    }
  }
}

const RelationWalk::Called& RelationWalk::called(int64_t key, std::string_view name) {
  const auto [at, is_new] = called_.try_emplace(key);
  Called& made = at->second;
  if (!is_new) return made;
  struct Row {
    int64_t source, type, kind;
  };
  std::vector<Row> all;
  for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(key))
    if (row.by_name && (relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
      all.push_back({row.source, row.type, row.kind});
  for (const Row& row : all) {
    const auto* module = aliases_.module_of(row.source);
    if (module == nullptr) continue;
    const std::string& receiver = text_of(row.type);
    ReceiverTypes::Members members;
    members.is_known = receiver == languages::kNoReceiver;
    if (!receiver.empty() && !members.is_known)
      members = receivers_.members(receiver, module->module, name, use_of(row.kind));
    for (const int64_t member : members.symbols) made.meant[member].push_back(row.source);
    if (members.symbols.empty())
      (members.is_known ? made.outside_only : made.unknown)
          .push_back(
              {row.source, module->module, use_of(row.kind), receiver == languages::kNoReceiver});
  }
  add_called_through(name, made);
  return made;
}

void RelationWalk::add_called_through(std::string_view name, Called& made) {
  struct Row {
    int64_t source, type, kind;
  };
  for (const KeyTails::Key& on : key_tails_.ending(name)) {
    std::vector<Row> all;
    for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(on.name))
      if (row.by_name && (relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
        all.push_back({row.source, row.type, row.kind});
    for (const Row& row : all) {
      const auto* module = aliases_.module_of(row.source);
      if (module == nullptr || text_of(row.type) != on.receiver) continue;
      for (const int64_t member :
           receivers_.members_through(on.receiver, module->module, name, use_of(row.kind)))
        made.meant[member].push_back(row.source);
    }
  }
}

void RelationWalk::to_name(int64_t symbol, Aliases& names, int64_t key, int64_t depth) {
  const Called& all = called(key, names.name());
  if (const auto meant = all.meant.find(symbol); meant != all.meant.end())
    for (const int64_t source : meant->second) reach(source, depth);
  const bool is_free = receivers_.is_free(symbol);
  const auto reach_likely = [&](const std::vector<Called::Source>& some) {
    for (const auto& source : some) {
      const bool is_enough = is_free && source.use == Use::value
                                 ? source.has_no_receiver
                                 : source.has_no_receiver || names.is_likely(source.use);
      if (!is_enough || !names.may_refer(names.name(), source.module)) continue;
      if (source.has_no_receiver || !rivals_.are_seen(symbol, names.name(), source.module))
        reach(source.symbol, depth);
    }
  };
  if (names.is_in_headers()) {
    for (const auto& source : all.outside_only)
      if (headers_.show(symbol, names.name(), source.module)) reach(source.symbol, depth);
  }
  if (!names.is_told_apart()) return;
  reach_likely(all.unknown);
  if (is_free && !names.is_in_headers()) reach_likely(all.outside_only);
}

void RelationWalk::add_members(std::string_view names, const Range& type,
                               std::vector<int64_t>& found) {
  std::vector<int64_t> spelled;  // with a full name of their own: local functions have no key
  // Where the name ends and the parameters begin, only the members themselves can say.
  for (size_t open = std::min(names.find('('), names.size());;
       open = std::min(names.find('(', open + 1), names.size())) {
    const std::string_view params = names.substr(open);
    if (const auto name = name_id(names.substr(0, open)))
      for (const auto& row :
           index_.statements().rows<sql::MembersCalledIn>(*name, type.first + 1, type.last))
        if (params.empty() || row.params == params)
          (row.is_spelled != 0 ? spelled : found).push_back(row.id);
    if (open == names.size()) break;
  }
  for (const int64_t one : spelled) {
    const auto member = definition_of(index_.statements(), one);
    if (!member || !member->is_local) found.push_back(one);
  }
}

const std::vector<int64_t>& RelationWalk::definitions_of(int64_t target) {
  const auto [at, is_new] = definitions_.try_emplace(target);
  std::vector<int64_t>& found = at->second;
  if (!is_new) return found;
  int64_t type = 0;
  std::string type_name, key;
  {
    auto rows = index_.statements().rows<sql::TargetNames>(target);
    const auto row = rows.next();
    if (!row) return found;
    type = row->type;
    type_name = row->type_name;
    key = row->key;
  }
  std::vector<Range> types;
  for (const auto& row : index_.statements().rows<sql::TypesCalled>(type))
    if (in_scope(row.id)) types.push_back({row.id, row.last});
  const bool is_member = key.size() > type_name.size() + 1 && key.starts_with(type_name);
  for (const auto& one : types) {
    if (key == type_name)
      found.push_back(one.first);
    else if (is_member)
      add_members(std::string_view(key).substr(type_name.size() + 1), one, found);
  }
  return found;
}

const std::vector<int64_t>& RelationWalk::globals_of(int64_t target) {
  const auto [at, is_new] = globals_.try_emplace(target);
  std::vector<int64_t>& found = at->second;
  if (!is_new) return found;
  int64_t type = 0;
  std::string key;
  {
    auto rows = index_.statements().rows<sql::TargetNames>(target);
    const auto row = rows.next();
    if (!row || row->key.starts_with(row->type_name)) return found;
    type = row->type;
    key = row->key;
  }
  std::vector<Range> types;
  for (const auto& row : index_.statements().rows<sql::TypesCalled>(type))
    if (in_scope(row.id)) types.push_back({row.id, row.last});
  for (const Range& one : types) add_members(key, one, found);
  return found;
}

const std::vector<int64_t>& RelationWalk::meant_by(const ByName& reference) {
  const auto [at, is_new] = by_name_.try_emplace(reference);
  if (!is_new) return at->second;
  std::string key, receiver;
  bool is_on_value = false;
  {
    auto rows = index_.statements().rows<sql::TargetNames>(reference.target);
    if (const auto row = rows.next()) {
      key = row->key;
      receiver = row->type_name;
      is_on_value = receiver != languages::kNoReceiver && row->text != key;
    }
  }
  const bool is_alone = receiver == languages::kNoReceiver && reference.use == Use::value;
  if (is_alone && headers_.apply_to(reference.module))
    return at->second = headers_.shown(key, reference.module);
  if (!receiver.empty() && receiver != key && key.find('.') == key.npos) {
    auto members = receivers_.members(receiver, reference.module, key, reference.use);
    if (members.is_known || !members.symbols.empty())
      return at->second = std::move(members.symbols);
  }
  at->second = aliases_.definitions(key, reference.module);
  const auto dot = key.rfind('.');
  if (at->second.empty() && dot != key.npos && receiver == std::string_view(key).substr(0, dot)) {
    const auto name = std::string_view(key).substr(dot + 1);
    at->second = receivers_.members_through(receiver, reference.module, name, reference.use);
    return at->second;
  }
  if (is_on_value && key.find('.') == key.npos)
    std::erase_if(at->second,
                  [&](int64_t symbol) { return rivals_.are_seen(symbol, key, reference.module); });
  return at->second;
}

std::vector<int64_t> RelationWalk::meant(int64_t target, int64_t kind, bool by_name,
                                         const ScopeModule& module) {
  std::vector<int64_t> out = definitions_of(target);
  if (!by_name) {
    const auto& globals = globals_of(target);
    out.insert(out.end(), globals.begin(), globals.end());
    return out;
  }
  std::string key, receiver;
  bool is_on_value = false;
  {
    auto rows = index_.statements().rows<sql::TargetNames>(target);
    if (const auto row = rows.next()) {
      key = row->key;
      receiver = row->type_name;
      is_on_value = key.find('.') == key.npos && receiver != key &&
                    receiver != languages::kNoReceiver && (!receiver.empty() || row->text != key);
    }
  }
  const std::vector<int64_t> others =
      !is_on_value       ? meant_by({target, module.module, use_of(kind)})
      : receiver.empty() ? std::vector<int64_t>()
                         : receivers_.members(receiver, module.module, key, use_of(kind)).symbols;
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

std::vector<int64_t> RelationWalk::owned_by(int64_t target, int64_t source) {
  std::string key;
  {
    auto rows = index_.statements().rows<sql::TargetNames>(target);
    if (const auto row = rows.next()) key = row->key;
  }
  // An assembly's methods are named with their parameters.
  return key.ends_with(')') ? std::vector<int64_t>() : own_names_.meant_by(key, source);
}

std::vector<int64_t> RelationWalk::types_without(int64_t target, int64_t kind,
                                                 const ScopeModule& module) {
  std::string key, receiver;
  {
    auto rows = index_.statements().rows<sql::TargetNames>(target);
    const auto row = rows.next();
    if (!row) return {};
    key = row->key;
    receiver = row->type_name;
  }
  const bool is_on_value = !receiver.empty() && receiver != languages::kNoReceiver &&
                           receiver != key && key.find('.') == key.npos;
  if (!is_on_value) return {};
  const auto members = receivers_.members(receiver, module.module, key, use_of(kind));
  if (!members.is_known || !members.symbols.empty()) return {};
  return receivers_.types(receiver, module.module);
}

void RelationWalk::from_symbol(int64_t symbol, int64_t depth) {
  const ScopeModule* module = aliases_.module_of(symbol);
  struct Target {
    int64_t id, source;
    bool by_name;  // alone
    Use use;
  };
  struct Made {
    int64_t source, use, kind, id;
  };
  std::vector<Target> targets;
  std::vector<Made> made;  // of names of a .proto
  for (const auto& row : index_.statements().rows<sql::TargetsOfSymbol>(symbol))
    if (row.kind == static_cast<int64_t>(ReferenceKind::rpc))
      made.push_back({row.source, row.use, row.kind, row.target});
    else if ((relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
      targets.push_back({row.target, row.source, row.by_name != 0, use_of(row.kind)});
  for (const Made& one : made)
    for (const int64_t definition : std::vector<int64_t>(definitions_of(one.id)))
      if (follows(relation_.kinds, one.kind, one.source, one.use, is_rpc(definition)))
        reach(definition, depth);
  for (const auto& [target, source, by_name, use] : targets) {
    for (const int64_t definition : definitions_of(target)) reach(definition, depth);
    if (!by_name) {
      for (const int64_t definition : globals_of(target)) reach(definition, depth);
      for (const int64_t definition : owned_by(target, source)) reach(definition, depth);
    }
    if (!by_name || module == nullptr) continue;
    for (const int64_t meant : meant_by({target, module->module, use})) reach(meant, depth);
  }
}

bool RelationWalk::follow(const std::vector<int64_t>& symbols, int64_t depth) {
  for (const int64_t symbol : symbols) {
    index_.database().checkpoint();
    relation_.backwards ? from_symbol(symbol, depth) : to_symbol(symbol, depth);
  }
  if (!implicit_) return !ended_;
  std::vector<Definition> methods;
  for (const int64_t symbol : symbols)
    if (auto method = definition_of(index_.statements(), symbol))
      methods.push_back(std::move(*method));
  for (const Definition& one : implicit_->of(methods)) reach(one.symbol, depth);
  for (const Definition& method : methods)
    for (const Definition& one : sources_->of(method)) reach(one.symbol, depth);
  return !ended_;
}

void RelationWalk::start_again() {
  found_.clear();
  reached_.clear();
  followed_.clear();
  walk_ = {};
  ended_ = false;
}

const std::vector<Related>& RelationWalk::run(const std::vector<int64_t>& symbols,
                                              const std::vector<int64_t>& keys, int64_t depth) {
  if (depth < 1) return found_;
  const auto visit = [this](const std::vector<int64_t>& level, int64_t at) {
    return follow(level, at);
  };
  for (const int64_t symbol : symbols) walk_.enter(symbol, symbol);
  walk_.run(1, 1, visit);
  for (const int64_t key : keys) to_key(key, relation_.kinds, 1);
  if (ended_) return found_;
  walk_.run(2, depth, visit);
  return found_;
}

}  // namespace dossier
