#include "queries/graph/named_references.h"

#include <algorithm>

#include "engine/readers/languages/language.h"
#include "engine/short_name.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

// The names of members with what holds them, `Listener.bind`: by such a key one is meant that is
// passed on in a way that is not followed. Not of languages whose files import no names.
std::vector<std::string> owned_names(const std::vector<Definition>& definitions) {
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

}  // namespace

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
  if (known.empty())
    add_unexplained(name, families, kinds, found);
  else
    for (const std::string& tail : owned_names(definitions))
      add_unexplained(tail, families, kinds, found);
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

// Every key has to be looked at, which takes half a second where there are a million.
void NamedReferences::add_unexplained(std::string_view tail, const Families& families,
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
      if (is_new)
        at->second =
            !references_.evidence().aliases.definitions(key, rows_.module(one).module).empty();
      if (!at->second) found.push_back(one);
    }
  }
}

}  // namespace dossier
