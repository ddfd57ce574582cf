#include "queries/graph/references.h"

#include <algorithm>

#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "engine/short_name.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/aliases.h"
#include "queries/graph/machines.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

References::References(Store& store, const Scope& scope)
    : store_(store),
      scope_(scope),
      rows_(store, scope_),
      evidence_(store.statements(), rows_.modules()),
      proto_(store, rows_),
      homonyms_(store, scope_, rows_) {}

std::vector<FoundReference> References::to(const Definition& definition, uint32_t kinds) {
  std::vector<FoundReference> found;
  if (definition.is_type) {
    found = rows_.to_type(definition.type, kinds);
  } else {
    for (const auto& key : keys_of(store_, definition)) append(found, rows_.to_key(key, kinds));
    collect_global(definition, kinds, found);
    collect_own_name(definition, kinds, found);
  }
  homonyms_.keep_own(definition, found);
  proto_.judge(found, false);
  collect_by_name(definition, kinds, found);
  collect_made(definition, kinds, found);
  if (definition.is_type && !rows_.family(definition.symbol).empty())
    drop_calls_of_none(definition.type, found);
  ReferenceRows::order(found);
  return found;
}

std::vector<FoundReference> References::to_used(const Definition& definition, uint32_t kinds) {
  std::vector<FoundReference> found = to(definition, kinds);
  const auto accessors = accessors_of(store_.statements(), definition);
  for (const Accessor& accessor : accessors) {
    auto some = to(accessor.member, accessor.kinds(kinds));
    if (accessor.is_field())
      std::erase_if(some,
                    [&](const FoundReference& one) { return has_method(accessors, one.source); });
    append(found, some);
  }
  if (!accessors.empty()) ReferenceRows::order(found);
  return found;
}

std::vector<FoundReference> References::to_machine(const Definition& body) {
  const auto machine = machine_of(store_.statements(), body);
  if (!machine) return {};
  auto found = rows_.to_type(body.type, kEveryKind);
  std::erase_if(found, [&](const FoundReference& one) {
    return !machine->is_made_by(one.source, stored_reference_kind(one.kind));
  });
  for (FoundReference& one : found) one.kind = static_cast<int64_t>(ReferenceKind::call);
  ReferenceRows::order(found);
  return found;
}

// `puts` in a class is stored as called on an instance of it: what no class of the snapshot defines
// is not the type's.
void References::drop_calls_of_none(std::string_view type, std::vector<FoundReference>& found) {
  std::erase_if(found, [&](const FoundReference& one) {
    if (one.kind != static_cast<int64_t>(ReferenceKind::call)) return false;
    std::string key;
    {
      const auto row = first_row<sql::RefAt>(store_, one.source, one.use);
      if (!row || !row->by_name || row->target != row->target_key) return false;
      key = row->target_key;
    }
    // Kotlin makes an object by calling its class.
    if (key == type || key == short_name(type) || key.find('.') != key.npos) return false;
    return evidence_.receivers.members(type, rows_.module(one).module, key, Use::call)
        .symbols.empty();
  });
}

void References::collect_global(const Definition& definition, uint32_t kinds,
                                std::vector<FoundReference>& found) {
  const auto key = std::string_view(definition.key).substr(definition.type.size() + 1);
  const std::string_view name = key.substr(0, key.find('(', 1));
  if (definition.full_name != name) return;
  for (const FoundReference& one : rows_.to_key(name, kinds)) {
    // Another file's own function of that name.
    if (const auto& type = rows_.text_of(one.type);
        type == rows_.module(one).name && type != definition.type)
      continue;
    if (const auto row = first_row<sql::RefAt>(store_, one.source, one.use); row && !row->by_name)
      found.push_back(one);
  }
}

void References::collect_own_name(const Definition& definition, uint32_t kinds,
                                  std::vector<FoundReference>& found) {
  if (!OwnNames::has_own(definition)) return;
  for (const FoundReference& one : rows_.to_key(definition.full_name, kinds))
    if (evidence_.own_names.is_meant(definition, one.source) && !rows_.is_by_name(one))
      found.push_back(one);
}

void References::collect_by_name(const Definition& definition, uint32_t kinds,
                                 std::vector<FoundReference>& found) {
  kinds &= ~bit(ReferenceKind::rpc);  // these have their own judgement
  PassingImports passing(store_.statements());
  Aliases names(store_.statements(), scope_, definition, passing);
  for (const std::string_view name : names.keys()) {
    if (!names.name().empty() && name == names.name()) {
      collect_called(definition, names, kinds, found);
      continue;
    }
    std::vector<FoundReference> some;
    if (definition.is_type) some = rows_.to_type(name, kinds);
    // Of a type too: Python and others call it like a member of its module.
    append(some, rows_.to_key(name, kinds));
    for (const FoundReference& one : some)
      if (names.may_refer(name, rows_.module(one).module) && rows_.is_by_name(one))
        found.push_back(one);
  }
}

// `new Money()`, in some languages `Money()`, means the constructor that Money declares; of several
// it is likely for each.
void References::collect_made(const Definition& definition, uint32_t kinds,
                              std::vector<FoundReference>& found) {
  const uint32_t made = kinds & (bit(ReferenceKind::new_object) | bit(ReferenceKind::call));
  if (definition.is_type || (definition.flags & kConstructor) == 0 || made == 0 ||
      rows_.family(definition.symbol).empty())
    return;
  auto type = definition_of(store_, definition.type_symbol);
  if (!type) return;
  type->snapshot = definition.snapshot;
  type->module = definition.module;
  type->path = definition.path;
  size_t constructors = 0;
  for (const auto& row : store_.rows<sql::MembersOf>(type->symbol))
    constructors += (row.flags & kConstructor) != 0;
  for (FoundReference one : to_type_itself(*type, made)) {
    if (constructors > 1) one.sure = std::max(one.sure, Sure::likely);
    found.push_back(one);
  }
}

/// Whether what is referred to is a type, whatever bears its name.
static bool is_of_type(int64_t kind) {
  constexpr uint32_t kTypes = bit(ReferenceKind::type) | bit(ReferenceKind::signature) |
                              bit(ReferenceKind::base) | bit(ReferenceKind::interface) |
                              bit(ReferenceKind::new_object);
  return (kTypes >> kind & 1) != 0;
}

const References::Called& References::called(std::string_view name) {
  const auto [at, is_new] = called_.try_emplace(std::string(name));
  Called& made = at->second;
  if (!is_new) return made;
  for (const FoundReference& one : rows_.to_key(name, kEveryKind)) {
    const std::string& receiver = rows_.text_of(one.type);
    const bool is_type =
        is_of_type(one.kind) || one.kind == static_cast<int64_t>(ReferenceKind::attribute);
    if ((receiver == name && is_type) || rows_.is_of_library(one, name)) continue;
    made.add(one, evidence_.members(receiver, rows_.module(one).module, name, use_of(one.kind)));
  }
  add_called_through(name, made);
  return made;
}

// `diag.Typed.run()`: which type the other file's variable has.
void References::add_called_through(std::string_view name, Called& made) {
  for (const KeyTails::Key& key : evidence_.key_tails.ending(name)) {
    for (const FoundReference& one : rows_.to_key(key.text, kEveryKind)) {
      if (is_of_type(one.kind) || rows_.text_of(one.type) != key.receiver || !rows_.is_by_name(one))
        continue;
      for (const int64_t member : evidence_.receivers.members_through(
               key.receiver, rows_.module(one).module, name, use_of(one.kind)))
        made.meant[member].push_back(one);
    }
  }
}

void References::collect_called(const Definition& definition, Aliases& names, uint32_t kinds,
                                std::vector<FoundReference>& found) {
  const Called& all = called(names.name());
  if (const auto meant = all.meant.find(definition.symbol); meant != all.meant.end())
    for (const FoundReference& one : meant->second)
      if ((kinds >> one.kind & 1) != 0 && rows_.is_by_name(one)) found.push_back(one);
  const auto add_likely = [&](FoundReference one) {
    one.sure = Sure::likely;
    found.push_back(one);
  };
  if (names.is_in_headers()) {
    for (const FoundReference& one : all.outside_only)
      if ((kinds >> one.kind & 1) != 0 &&
          evidence_.headers.show(definition.symbol, names.name(), rows_.module(one).module))
        add_likely(one);
  }
  if (!names.is_told_apart()) return;
  const auto collect_likely = [&](const std::vector<FoundReference>& some) {
    for (const FoundReference& one : some) {
      const bool has_receiver = rows_.text_of(one.type) != languages::kNoReceiver;
      if ((kinds >> one.kind & 1) != 0 &&
          evidence_.is_likely(definition.symbol, names, has_receiver, use_of(one.kind),
                              rows_.module(one).module) &&
          rows_.is_by_name(one))
        add_likely(one);
    }
  };
  collect_likely(all.unknown);
  if (evidence_.receivers.is_free(definition.symbol) && !names.is_in_headers())
    collect_likely(all.outside_only);
}

std::vector<FoundReference> References::to_type_itself(const Definition& type, uint32_t kinds) {
  std::vector<FoundReference> found = rows_.to_key(type.type, kinds);
  homonyms_.keep_own(type, found);
  collect_by_name(type, kinds, found);
  ReferenceRows::order(found);
  return found;
}

std::vector<FoundReference> References::to_referred(std::string_view name, uint32_t kinds) {
  std::vector<FoundReference> found = rows_.to_type(name, kinds);
  if (found.empty())
    for (const auto& key : keys_called(store_, name)) append(found, rows_.to_key(key, kinds));
  return found;
}

std::vector<References::AccessorCalls> References::to_accessors(std::string_view name,
                                                                uint32_t kinds) {
  std::vector<AccessorCalls> all;
  const size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0 || !to_referred(name, kEveryKind).empty()) return all;
  for (const auto& [accessor, use] : accessors_named(name.substr(dot + 1))) {
    std::string called = std::string(name.substr(0, dot + 1)).append(accessor);
    auto calls = to_referred(called, calls_of_use(kinds, use));
    ReferenceRows::order(calls);
    if (!calls.empty()) all.push_back({std::move(called), std::move(calls)});
  }
  return all;
}

std::vector<FoundReference> References::to(std::string_view name, uint32_t kinds) {
  std::vector<FoundReference> found = to_referred(name, kinds);
  if (found.empty())
    for (const auto& [accessor, calls] : to_accessors(name, kinds)) append(found, calls);
  proto_.judge(found, false);
  ReferenceRows::order(found);
  return found;
}

}  // namespace dossier
