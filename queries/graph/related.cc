#include "queries/graph/related.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/machines.h"
#include "queries/graph/names.h"
#include "queries/graph/references.h"
#include "queries/graph/stored_symbols.h"
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
      meanings_(index.statements(), index.modules(scope), receivers),
      evidence_(meanings_.evidence()),
      method_sets_(index.statements(), evidence_.aliases, evidence_.receivers),
      texts_(index.statements()) {
  if (relation.implicit) {
    sources_.emplace(index.statements(), index.modules(scope));
    implicit_.emplace(index.statements(), scope.empty() ? resolve_scope(index.statements(), {}, {})
                                                        : parse_scope(scope));
  }
}

bool RelationWalk::in_scope(int64_t symbol) const { return meanings_.module_of(symbol) != nullptr; }

void RelationWalk::reach(int64_t symbol, int64_t depth) {
  const std::vector<int64_t> defining = evidence_.receivers.stubs().defining(symbol);
  for (const int64_t one : defining) reach(one, depth);
  if (!defining.empty()) return;
  if (!in_scope(symbol) || !reached_.insert(symbol).second) return;
  found_.push_back({symbol, depth});
  ended_ = ended_ || ends_.contains(symbol);
  walk_.enter(symbol, symbol);
  if (relation_.backwards && relation_.kinds == kCalls) reach_constructors(symbol, depth);
}

void RelationWalk::reach_constructors(int64_t type, int64_t depth) {
  std::vector<int64_t> constructors;
  for (const auto& row : index_.statements().rows<sql::MembersOf>(type))
    if ((row.flags & kConstructor) != 0) constructors.push_back(row.symbol);
  for (const int64_t one : constructors) reach(one, depth);
}

bool RelationWalk::is_rpc(int64_t symbol) {
  const auto definition = definition_of(index_.statements(), symbol);
  return definition && !definition->is_type &&
         kind_of_type(index_.statements(), definition->type_symbol) == "service";
}

bool RelationWalk::follows(uint32_t kinds, int64_t kind, int64_t source, int64_t use, bool is_rpc) {
  const bool is_wanted = (kinds & bit(stored_reference_kind(kind))) != 0;
  if (kind != static_cast<int64_t>(ReferenceKind::rpc)) return is_wanted;
  const bool is_call = is_rpc && (kinds & bit(ReferenceKind::call)) != 0;
  if (!is_wanted && !is_call) return false;
  const auto judged = meanings_.proto_uses().judge(source, use);
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
  if (member) {
    to_accessors(*member, depth);
    to_machine(*member, depth);
  }
  if (!member || !member->is_local) {
    to_keys_of(symbol, relation_.kinds, depth);
    to_global(symbol, depth);
  }
  to_aliases(symbol, depth);
  if (relation_.kinds == kCalls && member && (member->flags & kConstructor) != 0) {
    to_keys_of(member->type_symbol, relation_.kinds, depth);
    to_aliases(member->type_symbol, depth);
  }
  if (relation_.kinds == bit(ReferenceKind::interface) && member && member->is_type)
    for (const Definition& type : method_sets_.implementing(symbol)) reach(type.symbol, depth);
}

void RelationWalk::to_accessors(const Definition& member, int64_t depth) {
  const auto accessors = accessors_of(index_.statements(), member);
  for (const Accessor& accessor : accessors) {
    const uint32_t kinds = accessor.kinds(relation_.kinds);
    if (!accessor.is_field()) {
      to_keys_of(accessor.member.symbol, kinds, depth);
      continue;
    }
    for (const std::string& key : keys_of(index_.statements(), accessor.member)) {
      const auto id = name_id(index_.statements(), key);
      if (!id) continue;
      for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(*id))
        if ((kinds & bit(stored_reference_kind(row.kind))) != 0 &&
            !has_method(accessors, row.source))
          reach(row.source, depth);
    }
  }
}

void RelationWalk::to_machine(const Definition& body, int64_t depth) {
  if ((relation_.kinds & bit(ReferenceKind::call)) == 0) return;
  const auto machine = machine_of(index_.statements(), body);
  if (!machine) return;
  for (const auto& row : index_.statements().rows<sql::RefsToType>(std::string_view(body.type)))
    if (machine->is_made_by(row.source, stored_reference_kind(row.kind))) reach(row.source, depth);
}

void RelationWalk::from_maker(int64_t maker, int64_t depth) {
  if ((relation_.kinds & bit(ReferenceKind::call)) == 0) return;
  for (const int64_t body : bodies_of(index_.statements(), maker)) reach(body, depth);
}

void RelationWalk::to_keys_of(int64_t symbol, uint32_t kinds, int64_t depth) {
  std::string key, open_key;
  {
    const auto row = first_row<sql::SymbolKey>(index_.statements(), symbol);
    key = row->key;
    open_key = row->open_key;
  }
  const bool is_service = is_rpc(symbol);
  const auto to = [&](std::string_view called) {
    if (called.empty()) return;
    if (const auto id = name_id(index_.statements(), called)) to_key(*id, kinds, depth, is_service);
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
    const auto row = first_row<sql::GlobalName>(index_.statements(), symbol);
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
  const auto key = name_id(index_.statements(), member.full_name);
  if (!key) return;
  std::vector<int64_t> sources;
  for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(*key))
    if (!row.by_name && (relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
      sources.push_back(row.source);
  for (const int64_t source : sources)
    if (evidence_.own_names.is_meant(member, source)) reach(source, depth);
}

void RelationWalk::to_aliases(int64_t symbol, int64_t depth) {
  Aliases* names = evidence_.aliases.aliases_of(symbol);
  if (names == nullptr) return;
  for (const auto& key : names->keys()) {
    const auto id = name_id(index_.statements(), key);
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
      const auto* module = meanings_.module_of(source);
      if (module != nullptr && names->may_refer(key, module->module)) reach(source, depth);
    }
  }
}

const RelationWalk::Called& RelationWalk::called(int64_t key, std::string_view name) {
  const auto [at, is_new] = called_.try_emplace(key);
  Called& made = at->second;
  if (!is_new) return made;
  for (const NamedBy& one : named_by(key)) {
    const std::string& receiver = texts_[one.receiver];
    const bool has_receiver = receiver != languages::kNoReceiver;
    made.add({one.symbol, one.module, one.use, has_receiver},
             evidence_.members(receiver, one.module, name, one.use));
  }
  add_called_through(name, made);
  return made;
}

void RelationWalk::add_called_through(std::string_view name, Called& made) {
  for (const KeyTails::Key& on : evidence_.key_tails.ending(name)) {
    for (const NamedBy& one : named_by(on.name)) {
      if (texts_[one.receiver] != on.receiver) continue;
      for (const int64_t member :
           evidence_.receivers.members_through(on.receiver, one.module, name, one.use))
        made.meant[member].push_back({one.symbol, one.module, one.use});
    }
  }
}

// The sources in scope that name the key alone, in a way that the relation follows.
std::vector<RelationWalk::NamedBy> RelationWalk::named_by(int64_t key) {
  std::vector<NamedBy> found;
  for (const auto& row : index_.statements().rows<sql::SourcesOfKey>(key)) {
    if (!row.by_name || (relation_.kinds & bit(stored_reference_kind(row.kind))) == 0) continue;
    if (const auto* module = meanings_.module_of(row.source))
      found.push_back({row.source, module->module, row.type, use_of(row.kind)});
  }
  return found;
}

void RelationWalk::to_name(int64_t symbol, Aliases& names, int64_t key, int64_t depth) {
  const Called& all = called(key, names.name());
  if (const auto meant = all.meant.find(symbol); meant != all.meant.end())
    for (const Caller& one : meant->second) reach(one.symbol, depth);
  const auto reach_likely = [&](const std::vector<Caller>& some) {
    for (const Caller& one : some)
      if (evidence_.is_likely(symbol, names, one.has_receiver, one.use, one.module))
        reach(one.symbol, depth);
  };
  if (names.is_in_headers()) {
    for (const Caller& one : all.outside_only)
      if (evidence_.headers.show(symbol, names.name(), one.module)) reach(one.symbol, depth);
  }
  if (!names.is_told_apart()) return;
  reach_likely(all.unknown);
  if (evidence_.receivers.is_free(symbol) && !names.is_in_headers()) reach_likely(all.outside_only);
}

void RelationWalk::from_symbol(int64_t symbol, int64_t depth) {
  const ScopeModule* module = meanings_.module_of(symbol);
  from_maker(symbol, depth);
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
  for (const auto& row : index_.statements().rows<sql::TargetsOfSymbol>(symbol)) {
    // What makes an object of a type does not call what all of its methods call.
    if (depth > 1 && relation_.kinds == kCalls && row.source != symbol) continue;
    if (row.kind == static_cast<int64_t>(ReferenceKind::rpc))
      made.push_back({row.source, row.use, row.kind, row.target});
    else if ((relation_.kinds & bit(stored_reference_kind(row.kind))) != 0)
      targets.push_back({row.target, row.source, row.by_name != 0, use_of(row.kind)});
  }
  for (const Made& one : made)
    for (const int64_t definition : std::vector<int64_t>(meanings_.definitions_of(one.id)))
      if (follows(relation_.kinds, one.kind, one.source, one.use, is_rpc(definition)))
        reach(definition, depth);
  for (const auto& [target, source, by_name, use] : targets) {
    for (const int64_t definition : meanings_.definitions_of(target)) reach(definition, depth);
    if (!by_name) {
      for (const int64_t definition : meanings_.globals_of(target)) reach(definition, depth);
      for (const int64_t definition : meanings_.owned_by(target, source)) reach(definition, depth);
    }
    if (!by_name || module == nullptr) continue;
    for (const int64_t meant : meanings_.meant_by(target, module->module, use)) reach(meant, depth);
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
