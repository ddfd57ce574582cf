#include "queries/graph/named_references.h"

#include <algorithm>

#include "engine/readers/languages/language.h"
#include "engine/short_name.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
// The families of their languages. A local definition is called in its file alone.
NamedReferences::Families NamedReferences::families_of(const std::vector<Definition>& definitions) {
  Families families;
  for (const Definition& definition : definitions)
    if (!definition.is_local) families.insert(rows_.family(definition.symbol));
  families.erase("");
  return families;
}

std::vector<FoundReference> NamedReferences::to_bare(std::string_view name,
                                                     const std::vector<Definition>& members,
                                                     uint32_t kinds) {
  for (const Definition& member : members)
    if (member.is_type) return {};
  const Families families = families_of(members);
  if (families.empty() || name.find_first_of(".(") != name.npos || name.starts_with("__"))
    return {};
  auto found = named(name, families, kinds);
  // What a source of C sees of the name, its headers say.
  std::erase_if(found, [&](const FoundReference& one) {
    return rows_.is_of_library(one, name) ||
           (use_of(one.kind) == Use::value && rows_.text_of(one.type) == languages::kNoReceiver &&
            references_.evidence().headers.apply_to(rows_.module(one).module));
  });
  for (FoundReference& one : found) one.sure = Sure::likely;
  return found;
}

std::vector<FoundReference> NamedReferences::by_name(std::string_view wanted,
                                                     const std::vector<Definition>& definitions,
                                                     uint32_t kinds,
                                                     const std::vector<FoundReference>& known) {
  const Families families = families_of(definitions);
  const std::string_view name = short_name(wanted);
  if (name.empty() || (families.empty() && !definitions.empty())) return {};
  std::vector<FoundReference> found = named(name, families, kinds);
  const auto keys = known.empty() ? keys_ending(name) : keys_called(name);
  if (name == wanted && !known.empty())
    for (const std::string& key : keys) append(found, named(key, families, kinds));
  else
    add_unexplained(keys, families, kinds, found);
  for (FoundReference& one : found) one.sure = Sure::by_name;
  for (const Definition& definition : definitions)
    append(found, references_.proto().by_name(definition, kinds));
  ReferenceRows::order(found);
  std::erase_if(found, [&](const FoundReference& one) {
    return std::binary_search(known.begin(), known.end(), one);
  });
  return found;
}

// The references by name alone whose key is this, from sources in these families; in none: in any.
std::vector<FoundReference> NamedReferences::named(std::string_view name, const Families& families,
                                                   uint32_t kinds) {
  std::vector<FoundReference> found = rows_.to_key(name, kinds);
  std::erase_if(found, [&](const FoundReference& one) {
    return !(families.empty() || families.contains(rows_.family(rows_.module(one).module))) ||
           !rows_.is_by_name(one);
  });
  return found;
}

/// Paths of modules are keys, too. Every key has to be looked at, which takes half a second where
/// there are a million.
std::vector<std::string> NamedReferences::keys_ending(std::string_view name) {
  std::vector<std::string> keys;
  for (const auto& row : store_.rows<sql::KeysEnding>(name)) {
    const auto before = row.key.substr(0, row.key.size() - name.size());
    if (before.empty() || before.ends_with('.') || before.ends_with('/'))
      keys.emplace_back(row.key);
  }
  return keys;
}

/// By what was looked at for the references that are known.
std::vector<std::string> NamedReferences::keys_called(std::string_view name) {
  std::vector<std::string> keys;
  for (auto& key : references_.evidence().key_tails.ending(name))
    keys.push_back(std::move(key.text));
  return keys;
}

void NamedReferences::add_unexplained(const std::vector<std::string>& keys,
                                      const Families& families, uint32_t kinds,
                                      std::vector<FoundReference>& found) {
  for (const std::string& key : keys) {
    std::vector<FoundReference> some = named(key, families, kinds);
    if (some.empty() || !types_called(store_, scope_, key).empty() ||
        !members_called(store_, scope_, key).empty())
      continue;
    std::unordered_map<size_t, bool> is_explained;  // by the module that says so
    for (const FoundReference& one : some) {
      const auto [at, is_new] = is_explained.try_emplace(one.module);
      if (is_new)
        at->second =
            !references_.evidence().aliases.definitions(key, rows_.module(one).module).empty();
      if (!at->second) found.push_back(one);
    }
  }
}

}  // namespace dossier
