#include "queries/graph/meanings.h"

#include <algorithm>

#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "queries/graph/names.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

Meanings::Meanings(Statements& statements, std::shared_ptr<const ScopeModules> modules,
                   size_t receivers)
    : statements_(statements), evidence_(statements, std::move(modules), receivers) {}

ProtoUses& Meanings::proto_uses() {
  if (!proto_uses_) proto_uses_.emplace(statements_, *this);
  return *proto_uses_;
}

Meanings::Target Meanings::target_of(int64_t target) {
  const auto row = first_row<sql::TargetNames>(statements_, target);
  if (!row) return {};
  return {row->type, std::string(row->type_name), std::string(row->key), std::string(row->text)};
}

void Meanings::add_members(std::string_view names, const Range& type, std::vector<int64_t>& found) {
  std::vector<int64_t> spelled;  // with a full name of their own: local functions have no key
  // Where the name ends and the parameters begin, only the members themselves can say.
  for (size_t open = std::min(names.find('('), names.size());;
       open = std::min(names.find('(', open + 1), names.size())) {
    const std::string_view params = names.substr(open);
    if (const auto name = name_id(statements_, names.substr(0, open)))
      for (const auto& row :
           statements_.rows<sql::MembersCalledIn>(*name, type.first + 1, type.last))
        if (params.empty() || row.params == params)
          (row.is_spelled != 0 ? spelled : found).push_back(row.id);
    if (open == names.size()) break;
  }
  for (const int64_t one : spelled) {
    const auto member = definition_of(statements_, one);
    if (!member || !member->is_local) found.push_back(one);
  }
}

std::vector<Meanings::Range> Meanings::types_called(int64_t name) {
  std::vector<Range> types;
  for (const auto& row : statements_.rows<sql::TypesCalled>(name))
    if (module_of(row.id) != nullptr) types.push_back({row.id, row.last});
  return types;
}

const std::vector<int64_t>& Meanings::definitions_of(int64_t target) {
  const auto [at, is_new] = definitions_.try_emplace(target);
  std::vector<int64_t>& found = at->second;
  if (!is_new) return found;
  const Target names = target_of(target);
  const std::string &key = names.key, &type_name = names.type_name;
  const bool is_member = key.size() > type_name.size() + 1 && key.starts_with(type_name);
  for (const Range& one : types_called(names.type)) {
    if (key == type_name)
      found.push_back(one.first);
    else if (is_member)
      add_members(std::string_view(key).substr(type_name.size() + 1), one, found);
  }
  return found;
}

const std::vector<int64_t>& Meanings::globals_of(int64_t target) {
  const auto [at, is_new] = globals_.try_emplace(target);
  std::vector<int64_t>& found = at->second;
  if (!is_new) return found;
  const Target names = target_of(target);
  if (names.key.starts_with(names.type_name)) return found;
  for (const Range& one : types_called(names.type)) add_members(names.key, one, found);
  return found;
}

const std::vector<int64_t>& Meanings::meant_by(int64_t target, int64_t module, Use use) {
  const auto [at, is_new] = by_name_.try_emplace({target, module, use});
  if (!is_new) return at->second;
  const Target names = target_of(target);
  const std::string &key = names.key, &receiver = names.type_name;
  const bool is_on_value = receiver != languages::kNoReceiver && names.text != key;
  const bool is_alone = receiver == languages::kNoReceiver && use == Use::value;
  if (is_alone && evidence_.headers.apply_to(module))
    return at->second = evidence_.headers.shown(key, module);
  if (!receiver.empty() && receiver != key && key.find('.') == key.npos) {
    auto members = evidence_.receivers.members(receiver, module, key, use);
    if (members.is_known || !members.symbols.empty())
      return at->second = std::move(members.symbols);
  }
  at->second = evidence_.aliases.definitions(key, module);
  const auto dot = key.rfind('.');
  if (at->second.empty() && dot != key.npos && receiver == std::string_view(key).substr(0, dot)) {
    const auto name = std::string_view(key).substr(dot + 1);
    at->second = evidence_.receivers.members_through(receiver, module, name, use);
    return at->second;
  }
  if (is_on_value && key.find('.') == key.npos)
    std::erase_if(at->second,
                  [&](int64_t symbol) { return evidence_.rivals.are_seen(symbol, key, module); });
  return at->second;
}

std::vector<int64_t> Meanings::meant(int64_t target, int64_t kind, bool by_name,
                                     const ScopeModule& module) {
  std::vector<int64_t> out = definitions_of(target);
  if (!by_name) {
    const auto& globals = globals_of(target);
    out.insert(out.end(), globals.begin(), globals.end());
    evidence_.receivers.stubs().settle(out);
    return out;
  }
  const Target names = target_of(target);
  const std::string &key = names.key, &receiver = names.type_name;
  const bool is_on_value = key.find('.') == key.npos && receiver != key &&
                           receiver != languages::kNoReceiver &&
                           (!receiver.empty() || names.text != key);
  const std::vector<int64_t> others =
      !is_on_value ? meant_by(target, module.module, use_of(kind))
      : receiver.empty()
          ? std::vector<int64_t>()
          : evidence_.receivers.members(receiver, module.module, key, use_of(kind)).symbols;
  out.insert(out.end(), others.begin(), others.end());
  evidence_.receivers.stubs().settle(out);
  return out;
}

std::vector<int64_t> Meanings::owned_by(int64_t target, int64_t source) {
  const std::string key = target_of(target).key;
  // An assembly's methods are named with their parameters.
  return key.ends_with(')') ? std::vector<int64_t>() : evidence_.own_names.meant_by(key, source);
}

std::vector<int64_t> Meanings::types_without(int64_t target, int64_t kind,
                                             const ScopeModule& module) {
  const Target names = target_of(target);
  const std::string &key = names.key, &receiver = names.type_name;
  const bool is_on_value = !receiver.empty() && receiver != languages::kNoReceiver &&
                           receiver != key && key.find('.') == key.npos;
  if (!is_on_value) return {};
  const auto members = evidence_.receivers.members(receiver, module.module, key, use_of(kind));
  if (!members.is_known || !members.symbols.empty()) return {};
  return evidence_.receivers.types(receiver, module.module);
}

}  // namespace dossier
