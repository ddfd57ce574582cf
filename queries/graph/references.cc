#include "queries/graph/references.h"

#include <algorithm>

#include "engine/readers/languages/language.h"
#include "engine/readers/proto/proto.h"
#include "engine/short_name.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/aliases.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

References::References(Store& store, const Scope& scope)
    : store_(store),
      scope_(scope),
      modules_(store.index().modules(scope.text())),
      alias_map_(store.statements(), modules_),
      receivers_(store.statements(), alias_map_),
      headers_(store.statements(), modules_),
      rivals_(store.statements(), alias_map_, receivers_),
      own_names_(store.statements()),
      key_tails_(store.statements()) {
  by_id_.resize(modules_->modules.size());
  for (size_t i = 0; i < by_id_.size(); ++i) by_id_[i] = i;
  std::sort(by_id_.begin(), by_id_.end(), [&](size_t a, size_t b) {
    return modules_->modules[a].module < modules_->modules[b].module;
  });
}

// Every place in scope of each row's module; modules do not overlap, but several snapshots may
// share one.
template <typename Rows>
void References::collect(Rows rows, uint32_t kinds, std::vector<FoundReference>& found) {
  const auto id_of = [&](size_t index) { return modules_->modules[index].module; };
  auto last = by_id_.begin();  // rows of one target come in the order of their sources
  for (const auto& row : rows) {
    if ((kinds & bit(stored_reference_kind(row.kind))) == 0) continue;
    const bool is_same = last != by_id_.end() && id_of(*last) <= row.source &&
                         row.source <= modules_->modules[*last].last;
    if (!is_same) {
      last = std::upper_bound(by_id_.begin(), by_id_.end(), row.source,
                              [&](int64_t source, size_t index) { return source < id_of(index); });
      if (last == by_id_.begin()) continue;
      --last;
      while (last != by_id_.begin() && id_of(*(last - 1)) == id_of(*last)) --last;
      if (row.source > modules_->modules[*last].last) continue;
    }
    for (auto at = last; at != by_id_.end() && id_of(*at) == id_of(*last); ++at)
      found.push_back({*at, row.source, row.use, row.kind, row.scope, row.type});
  }
}

void References::order(std::vector<FoundReference>& found) {
  std::sort(found.begin(), found.end(), [](const FoundReference& a, const FoundReference& b) {
    return std::pair(a.place(), a.sure) < std::pair(b.place(), b.sure);
  });
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

std::vector<FoundReference> References::to(const Definition& definition, uint32_t kinds) {
  std::vector<FoundReference> found;
  if (definition.is_type) {
    collect(store_.rows<sql::RefsToType>(std::string_view(definition.type)), kinds, found);
  } else {
    for (const auto& key : keys_of(store_, definition))
      collect(store_.rows<sql::RefsToKey>(std::string_view(key)), kinds, found);
    collect_global(definition, kinds, found);
    collect_own_name(definition, kinds, found);
  }
  keep_own(definition, found);
  judge_proto(found, false);
  collect_by_name(definition, kinds, found);
  collect_made(definition, kinds, found);
  if (definition.is_type && !family(definition.symbol).empty())
    drop_calls_of_none(definition.type, found);
  order(found);
  return found;
}

std::vector<FoundReference> References::to_used(const Definition& definition, uint32_t kinds) {
  std::vector<FoundReference> found = to(definition, kinds);
  const auto accessors = accessors_of(store_.statements(), definition);
  for (const Accessor& accessor : accessors) {
    const auto some = to(accessor.method, accessor.kinds(kinds));
    found.insert(found.end(), some.begin(), some.end());
  }
  if (!accessors.empty()) order(found);
  return found;
}

// `puts` in a class is stored as called on an instance of it: what no class of the snapshot defines
// is not the type's.
void References::drop_calls_of_none(std::string_view type, std::vector<FoundReference>& found) {
  std::erase_if(found, [&](const FoundReference& one) {
    if (one.kind != static_cast<int64_t>(ReferenceKind::call)) return false;
    std::string key;
    {
      auto rows = store_.rows<sql::RefAt>(one.source, one.use);
      const auto row = rows.next();
      if (!row || !row->by_name || row->target != row->target_key) return false;
      key = row->target_key;
    }
    // Kotlin makes an object by calling its class.
    if (key == type || key == short_name(type) || key.find('.') != key.npos) return false;
    return receivers_.members(type, module(one).module, key, Use::call).symbols.empty();
  });
}

void References::collect_global(const Definition& definition, uint32_t kinds,
                                std::vector<FoundReference>& found) {
  const auto key = std::string_view(definition.key).substr(definition.type.size() + 1);
  const std::string_view name = key.substr(0, key.find('(', 1));
  bool is_global = false;
  for (const auto& row : store_.rows<sql::MembersByStoredFullName>(name))
    is_global = is_global || row.symbol == definition.symbol;
  if (!is_global) return;
  std::vector<FoundReference> some;
  collect(store_.rows<sql::RefsToKey>(name), kinds, some);
  for (const FoundReference& one : some) {
    // Another file's own function of that name.
    if (const auto& type = text_of(one.type); type == module(one).name && type != definition.type)
      continue;
    auto rows = store_.rows<sql::RefAt>(one.source, one.use);
    if (const auto row = rows.next(); row && !row->by_name) found.push_back(one);
  }
}

void References::collect_own_name(const Definition& definition, uint32_t kinds,
                                  std::vector<FoundReference>& found) {
  if (!OwnNames::has_own(definition)) return;
  std::vector<FoundReference> some;
  collect(store_.rows<sql::RefsToKey>(std::string_view(definition.full_name)), kinds, some);
  for (const FoundReference& one : some)
    if (own_names_.is_meant(definition, one.source) && !is_by_name(one)) found.push_back(one);
}

void References::collect_by_name(const Definition& definition, uint32_t kinds,
                                 std::vector<FoundReference>& found) {
  kinds &= ~bit(ReferenceKind::rpc);  // these have their own judgement
  Aliases names(store_.statements(), scope_, definition);
  std::vector<FoundReference> some;
  for (const std::string_view name : names.keys()) {
    if (!names.name().empty() && name == names.name()) {
      collect_called(definition, names, kinds, found);
      continue;
    }
    some.clear();
    if (definition.is_type) collect(store_.rows<sql::RefsToType>(name), kinds, some);
    // Of a type too: Python and others call it like a member of its module.
    collect(store_.rows<sql::RefsToKey>(name), kinds, some);
    for (const FoundReference& one : some)
      if (names.may_refer(name, module(one).module) && is_by_name(one)) found.push_back(one);
  }
}

// `new Money()`, in some languages `Money()`, means the constructor that Money declares; of several
// it is likely for each.
void References::collect_made(const Definition& definition, uint32_t kinds,
                              std::vector<FoundReference>& found) {
  const uint32_t made = kinds & (bit(ReferenceKind::new_object) | bit(ReferenceKind::call));
  if (definition.is_type || (definition.flags & kConstructor) == 0 || made == 0 ||
      family(definition.symbol).empty())
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

bool References::is_of_library(const FoundReference& one, std::string_view name) {
  if (text_of(one.type) != name) return false;
  const auto* language = languages::of(module(one).name);
  return language != nullptr && language->imports_names;
}

bool References::is_by_name(const FoundReference& one) {
  auto rows = store_.rows<sql::RefAt>(one.source, one.use);
  const auto row = rows.next();
  return row && row->by_name;
}

std::optional<ProtoUses::Use> References::judged(const FoundReference& one) {
  if (!meanings_) meanings_.emplace(store_.statements(), modules_);
  return meanings_->proto_uses().judge(one.source, one.use);
}

bool References::is_used(const FoundReference& one) {
  const auto use = judged(one);
  return use && use->is_used;
}

void References::judge_proto(std::vector<FoundReference>& found, bool by_name) {
  std::erase_if(found, [&](FoundReference& one) {
    if (one.kind != static_cast<int64_t>(ReferenceKind::rpc)) return by_name;
    const auto use = judged(one);
    if (!use || (use->sure == Sure::by_name) != by_name) return true;
    one.sure = use->sure;
    return false;
  });
}

void References::collect_proto(const Definition& definition, uint32_t kinds,
                               std::vector<FoundReference>& found) {
  kinds &= bit(ReferenceKind::rpc);
  if (kinds == 0 || family(definition.symbol) != proto::kLanguage) return;
  std::vector<FoundReference> some;
  if (definition.is_type)
    collect(store_.rows<sql::RefsToType>(std::string_view(definition.type)), kinds, some);
  else
    for (const auto& key : keys_of(store_, definition))
      collect(store_.rows<sql::RefsToKey>(std::string_view(key)), kinds, some);
  judge_proto(some, true);
  found.insert(found.end(), some.begin(), some.end());
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
  std::vector<FoundReference> all;
  collect(store_.rows<sql::RefsToKey>(name), kEveryKind, all);
  for (const FoundReference& one : all) {
    const std::string& receiver = text_of(one.type);
    if ((receiver == name && is_of_type(one.kind)) || is_of_library(one, name)) continue;
    if (receiver.empty()) {
      made.unknown.push_back(one);
      continue;
    }
    ReceiverTypes::Members members;
    if (receiver != languages::kNoReceiver)
      members = receivers_.members(receiver, module(one).module, name, use_of(one.kind));
    else
      members.is_known = true;
    for (const int64_t member : members.symbols) made.meant[member].push_back(one);
    if (members.symbols.empty())
      (members.is_known ? made.outside_only : made.unknown).push_back(one);
  }
  add_called_through(name, made);
  return made;
}

// `diag.Typed.run()`: which type the other file's variable has.
void References::add_called_through(std::string_view name, Called& made) {
  std::vector<FoundReference> some;
  for (const KeyTails::Key& key : key_tails_.ending(name)) {
    some.clear();
    collect(store_.rows<sql::RefsToKey>(std::string_view(key.text)), kEveryKind, some);
    for (const FoundReference& one : some) {
      if (is_of_type(one.kind) || text_of(one.type) != key.receiver || !is_by_name(one)) continue;
      for (const int64_t member :
           receivers_.members_through(key.receiver, module(one).module, name, use_of(one.kind)))
        made.meant[member].push_back(one);
    }
  }
}

void References::collect_called(const Definition& definition, Aliases& names, uint32_t kinds,
                                std::vector<FoundReference>& found) {
  const Called& all = called(names.name());
  if (const auto meant = all.meant.find(definition.symbol); meant != all.meant.end())
    for (const FoundReference& one : meant->second)
      if ((kinds >> one.kind & 1) != 0 && is_by_name(one)) found.push_back(one);
  if (names.is_in_headers()) {
    for (FoundReference one : all.outside_only) {
      if ((kinds >> one.kind & 1) == 0 ||
          !headers_.show(definition.symbol, names.name(), module(one).module))
        continue;
      one.sure = Sure::likely;
      found.push_back(one);
    }
  }
  if (!names.is_told_apart()) return;
  const bool is_free = receivers_.is_free(definition.symbol);
  const auto collect_likely = [&](const std::vector<FoundReference>& some) {
    for (FoundReference one : some) {
      const Use use = use_of(one.kind);
      const bool has_receiver = text_of(one.type) != languages::kNoReceiver;
      // No variable is read of a value, but a function may extend its type.
      const bool is_enough =
          is_free && use == Use::value ? !has_receiver : !has_receiver || names.is_likely(use);
      if ((kinds >> one.kind & 1) == 0 || !is_enough ||
          !names.may_refer(names.name(), module(one).module) || !is_by_name(one))
        continue;
      if (has_receiver && rivals_.are_seen(definition.symbol, names.name(), module(one).module))
        continue;
      one.sure = Sure::likely;
      found.push_back(one);
    }
  };
  collect_likely(all.unknown);
  if (is_free && !names.is_in_headers()) collect_likely(all.outside_only);
}

std::vector<FoundReference> References::to_type_itself(const Definition& type, uint32_t kinds) {
  std::vector<FoundReference> found;
  collect(store_.rows<sql::RefsToKey>(std::string_view(type.type)), kinds, found);
  keep_own(type, found);
  collect_by_name(type, kinds, found);
  order(found);
  return found;
}

std::vector<FoundReference> References::to_any(std::string_view type, uint32_t kinds) {
  std::vector<FoundReference> found;
  collect(store_.rows<sql::RefsToType>(type), kinds, found);
  return found;
}

std::vector<FoundReference> References::to_bare(std::string_view name,
                                                const std::vector<Definition>& members,
                                                uint32_t kinds) {
  std::unordered_set<std::string_view> families;
  for (const Definition& member : members) {
    if (member.is_type) return {};
    if (!member.is_local) families.insert(family(member.symbol));  // it is called in its file alone
  }
  families.erase("");
  if (families.empty() || name.find_first_of(".(") != name.npos || name.starts_with("__"))
    return {};
  auto found = named(name, families, kinds);
  // What a source of C sees of the name, its headers say.
  std::erase_if(found, [&](const FoundReference& one) {
    return is_of_library(one, name) ||
           (use_of(one.kind) == Use::value && text_of(one.type) == languages::kNoReceiver &&
            headers_.apply_to(module(one).module));
  });
  for (FoundReference& one : found) one.sure = Sure::likely;
  return found;
}

/// The names of members with what holds them, `Listener.bind`: by such a key one is meant that is
/// passed on in a way that is not followed. Not of languages whose files import no names.
static std::vector<std::string> owned_names(const std::vector<Definition>& definitions) {
  std::vector<std::string> names;
  for (const Definition& one : definitions) {
    const auto* language = languages::of(one.module);
    if (one.is_type || (language != nullptr && !language->headers.empty())) continue;
    std::string name(short_name(one.type));
    name.append(".").append(short_name(one.key));
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  constexpr size_t kMost = 4;  // each costs a look at every key
  if (names.size() > kMost) names.clear();
  return names;
}

std::vector<FoundReference> References::by_name(std::string_view wanted,
                                                const std::vector<Definition>& definitions,
                                                uint32_t kinds,
                                                const std::vector<FoundReference>& known) {
  std::unordered_set<std::string_view> families;
  for (const Definition& definition : definitions)
    if (!definition.is_local) families.insert(family(definition.symbol));
  families.erase("");
  const std::string_view name = short_name(wanted);
  if (name.empty() || (families.empty() && !definitions.empty())) return {};
  std::vector<FoundReference> found = named(name, families, kinds);
  if (known.empty())
    add_unexplained(name, families, kinds, found);
  else
    for (const std::string& tail : owned_names(definitions))
      add_unexplained(tail, families, kinds, found);
  for (FoundReference& one : found) one.sure = Sure::by_name;
  for (const Definition& definition : definitions) collect_proto(definition, kinds, found);
  order(found);
  std::erase_if(found, [&](const FoundReference& one) {
    return std::binary_search(known.begin(), known.end(), one);
  });
  return found;
}

// The references by name alone whose key is this, from sources in these families; in none: in any.
std::vector<FoundReference> References::named(std::string_view name,
                                              const std::unordered_set<std::string_view>& families,
                                              uint32_t kinds) {
  std::vector<FoundReference> found;
  collect(store_.rows<sql::RefsToKey>(name), kinds, found);
  std::erase_if(found, [&](const FoundReference& one) {
    if (!families.empty() && !families.contains(family(module(one).module))) return true;
    auto rows = store_.rows<sql::RefAt>(one.source, one.use);
    const auto row = rows.next();
    return !row || !row->by_name;
  });
  return found;
}

// Every key has to be looked at, which takes half a second where there are a million.
void References::add_unexplained(std::string_view tail,
                                 const std::unordered_set<std::string_view>& families,
                                 uint32_t kinds, std::vector<FoundReference>& found) {
  std::vector<std::string> keys;
  for (const auto& row : store_.rows<sql::KeysEnding>(tail)) {
    const auto before = row.key.substr(0, row.key.size() - tail.size());
    if (before.empty() || before.ends_with('.') || before.ends_with('/'))
      keys.emplace_back(row.key);
  }
  for (const std::string& key : keys) {
    std::vector<FoundReference> some = named(key, families, kinds);
    if (some.empty() || !types_called(store_, scope_, key).empty() ||
        !members_called(store_, scope_, key).empty())
      continue;
    std::unordered_map<size_t, bool> is_explained;  // by the module that says so
    for (const FoundReference& one : some) {
      const auto [at, is_new] = is_explained.try_emplace(one.module);
      if (is_new) at->second = !alias_map_.definitions(key, module(one).module).empty();
      if (!at->second) found.push_back(one);
    }
  }
}

std::string_view References::family(int64_t symbol) {
  const auto [at, is_new] = families_.try_emplace(symbol);
  if (is_new) {
    auto rows = store_.rows<sql::ModuleOfSymbol>(symbol);
    const auto row = rows.next();
    if (row && row->kind == static_cast<int64_t>(ModuleKind::source))
      at->second = family_of(row->language);
  }
  return at->second;
}

std::vector<FoundReference> References::to(std::string_view name, uint32_t kinds) {
  std::vector<FoundReference> found = to_any(name, kinds);
  if (found.empty()) {
    for (const auto& key : keys_called(store_, name))
      collect(store_.rows<sql::RefsToKey>(std::string_view(key)), kinds, found);
  }
  judge_proto(found, false);
  order(found);
  return found;
}

const std::vector<References::Definer>& References::definers(const std::string& type) {
  const auto [at, is_new] = definers_.try_emplace(type);
  if (!is_new) return at->second;
  for (const int64_t snapshot : scope_.snapshots) {
    for (const auto& row : store_.rows<sql::TypeDefiners>(std::string_view(type), snapshot)) {
      // "System.Xml" of "System.Xml, Version=4.0.0.0, …".
      const std::string_view assembly = row.assembly.substr(0, row.assembly.find(','));
      at->second.push_back({row.symbol, row.kind == static_cast<int64_t>(ModuleKind::source),
                            std::string(row.module), std::string(assembly)});
    }
  }
  return at->second;
}

void References::keep_own(const Definition& definition, std::vector<FoundReference>& found) {
  const auto& all = definers(definition.type);
  // Of a source's type every part is meant, whichever file it is in.
  const auto own = std::find_if(all.begin(), all.end(), [&](const Definer& definer) {
    return definer.type == definition.type_symbol;
  });
  if (all.size() < 2 || (own != all.end() && own->is_source)) return;
  std::erase_if(found, [&](const FoundReference& incoming) {
    return !is_meant(all, definition.type_symbol, incoming);
  });
}

bool References::is_meant(const std::vector<Definer>& definers, int64_t type,
                          const FoundReference& incoming) {
  const std::string& scope = text_of(incoming.scope);
  const bool is_inside = scope == module(incoming).name;
  bool is_another = false;
  for (const Definer& definer : definers) {
    const bool is_named = definer.module == scope || (!is_inside && definer.assembly == scope);
    if (is_named && definer.type == type) return true;
    is_another = is_another || is_named;
  }
  return !is_another;  // an assembly that forwards, or is not here: any may be meant
}

const std::string& References::text_of(int64_t name) {
  const auto [at, is_new] = texts_.try_emplace(name);
  if (is_new) {
    auto rows = store_.rows<sql::NameText>(name);
    if (const auto row = rows.next()) at->second = row->text;
  }
  return at->second;
}

}  // namespace dossier
