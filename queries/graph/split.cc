#include "queries/graph/split.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "engine/fact.h"
#include "engine/path_parts.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/word_list.h"
#include "queries/graph/alias_map.h"
#include "queries/graph/stored_symbols.h"
#include "queries/graph/stubs.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr std::string_view kFile = "file";  // the kind of what holds free functions of one file

/// A place where a definition stands.
struct Place {
  size_t index = 0;  // of the definition
  bool declares = false;
};

/// Whether the file is a header of a language that has any; absent where it has none.
std::optional<bool> is_header(std::string_view path) {
  const auto* language = languages::of(path);
  if (!language || language->headers.empty()) return std::nullopt;
  return is_among(language->headers, ending_of(path));
}

class Joining {
 public:
  Joining(Store& store, const std::vector<Definition>& definitions)
      : store_(store), definitions_(definitions), whole_(definitions.size()) {
    for (size_t i = 0; i < whole_.size(); ++i) whole_[i] = i;
  }

  /// Of each definition the one that it is a part of; itself where it is whole.
  std::vector<size_t> run() {
    std::unordered_map<std::string, std::vector<Place>> groups;
    for (size_t i = 0; i < definitions_.size(); ++i) add(i, groups);
    for (const auto& [key, places] : groups) {
      size_t defining = 0;
      for (const Place& place : places) defining += !place.declares;
      if (defining != 1) continue;
      const auto whole = std::find_if(places.begin(), places.end(),
                                      [](const Place& place) { return !place.declares; });
      for (const Place& place : places) whole_[place.index] = whole->index;
    }
    join_stubs();
    return std::move(whole_);
  }

 private:
  /// What a stub declares is a part of the first definition of it.
  void join_stubs() {
    std::optional<AliasMap> aliases;
    for (size_t i = 0; i < definitions_.size(); ++i) {
      if (!languages::is_stub(definitions_[i].path)) continue;
      const Scope scope{{definitions_[i].snapshot}};
      if (!aliases || aliases->scope().snapshots != scope.snapshots)
        aliases.emplace(store_.statements(), store_.index().modules(scope.text()));
      const auto defining = Stubs(store_.statements(), *aliases).defining(definitions_[i].symbol);
      const auto at = std::find_if(definitions_.begin(), definitions_.end(), [&](const auto& one) {
        return std::find(defining.begin(), defining.end(), one.symbol) != defining.end();
      });
      if (at != definitions_.end())
        whole_[i] = whole_[static_cast<size_t>(at - definitions_.begin())];
    }
  }

  void add(size_t i, std::unordered_map<std::string, std::vector<Place>>& groups) const {
    const Definition& one = definitions_[i];
    const std::string kind = kind_of_type(store_.statements(), one.type_symbol);
    std::string key = std::to_string(one.snapshot) + " ";
    if (one.is_type) {
      groups[key + one.key].push_back({i, kind == "partial"});
      return;
    }
    const auto header = is_header(one.path);
    if (one.kind != name_of(MemberKind::method) || !header) return;
    const bool is_free = kind == kFile;
    if (is_free && (one.flags & kPrivate) != 0) return;  // of this file alone
    // What is free is called after its file.
    key += is_free ? one.key.substr(std::min(one.key.size(), one.type.size())) : one.key;
    groups[key].push_back({i, *header});
  }

  Store& store_;
  const std::vector<Definition>& definitions_;
  std::vector<size_t> whole_;
};

}  // namespace

std::vector<Whole> put_together(Store& store, std::vector<Definition> definitions) {
  std::vector<Whole> found;
  if (definitions.size() == 1) {
    found.push_back({std::move(definitions.front()), {}});
    return found;
  }
  const auto whole = Joining(store, definitions).run();
  std::unordered_map<size_t, size_t> places;  // of wholes, in `found`
  for (size_t i = 0; i < definitions.size(); ++i) {
    if (whole[i] != i) continue;
    places[i] = found.size();
    found.push_back({definitions[i], {}});
  }
  for (size_t i = 0; i < definitions.size(); ++i)
    if (whole[i] != i) found[places[whole[i]]].parts.push_back(std::move(definitions[i]));
  return found;
}

std::vector<std::string> places_of(const std::vector<Definition>& parts) {
  std::vector<std::string> paths;
  std::unordered_set<std::string_view> seen;
  for (const Definition& part : parts)
    if (seen.insert(part.path).second) paths.push_back(part.path);
  return paths;
}

std::string note_on_modules(const std::vector<Whole>& found) {
  const auto name = [](const Definition& one) {
    return std::string_view(one.key).substr(
        one.is_type ? 0 : std::min(one.key.size(), one.type.size()));
  };
  const Definition& first = found.front().definition;
  bool differ = false;
  std::vector<std::string> paths;  // of those that are called as the first
  for (const auto& [one, parts] : found) {
    if (name(one) != name(first)) return {};
    differ = differ || one.module != first.module;
    if (one.module == first.module &&
        std::find(paths.begin(), paths.end(), one.path) == paths.end())
      paths.push_back(one.path);
  }
  if (differ)
    return "several modules define it; module (--module) chooses one, by its name or the end of "
           "its path";
  if (paths.size() < 2) return {};
  std::string text =
      "several modules of one name define it; module (--module) chooses one by the "
      "end of its path";
  constexpr size_t kMost = 5;
  for (size_t i = 0; i < paths.size() && i < kMost; ++i)
    text.append(i == 0 ? ": " : ", ").append(paths[i]);
  return paths.size() > kMost ? text + ", …" : text;
}

}  // namespace dossier
