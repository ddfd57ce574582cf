#include "queries/proto/clues.h"

#include <algorithm>

#include "engine/ascii.h"
#include "engine/readers/languages/language.h"
#include "engine/search/identifier_words.h"
#include "queries/proto/change_effect.h"
#include "queries/proto/schema_words.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostChanges = 16;  // of one clue

bool is_type(Definition kind) {
  return kind == Definition::message || kind == Definition::enumeration ||
         kind == Definition::service;
}

/// The parts of a package, a namespace or an import path, in lower case and joined by dots:
/// "example.com/gen/shop/v1;shopv1" is example.com.gen.shop.v1.
std::string dotted(std::string_view text) {
  text = text.substr(0, text.find(';'));
  std::string place;
  for (const char c : text) {
    if (c == '"' || c == '\'') continue;
    if (is_lower(c) || is_digit(c) || c == '_')
      place += c;
    else if (is_upper(c))
      place += to_lower(c);
    else if (!place.empty() && place.back() != '.')
      place += '.';
  }
  return place;
}

/// The types that a declaration names: of "map<string, shop.Item>" Item.
std::vector<std::string> named_types(const Declaration& declaration) {
  std::vector<std::string> names;
  for (const std::string* text : {&declaration.type, &declaration.request, &declaration.response}) {
    std::string word;
    for (const char c : *text + " ") {
      if (is_word_character(c) || c == '.') {
        word += c;
      } else if (!word.empty()) {
        names.emplace_back(last_part(word));
        word.clear();
      }
    }
  }
  return names;
}

}  // namespace

Clues::Clues(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
             std::span<const SchemaChange> changes)
    : spellings_(languages::generators()) {
  for (const auto& one : languages::generators()) of_each_.emplace_back(std::span(&one, 1));
  place(after);
  place(before);
  find_changed_files(after, changes);
  for (const auto& change : changes) add_change(change);
  add_neighbours(before);
  add_neighbours(after);
  add_peers(before);
  find_shared(after, changes);
}

void Clues::place(std::span<const SchemaFile> files) {
  for (const auto& file : files)
    for (const auto& declaration : file.schema.declarations) {
      files_[&declaration] = &file;
      if (is_type(declaration.kind))
        types_.try_emplace(declaration.full_name(), Placed{&declaration, &file});
    }
}

bool Clues::names_file(std::string_view base) const {
  return bases_.contains(SpelledClues::canonical(base));
}

uint32_t Clues::clue_of(Concern concern, std::string_view name, const SchemaChange* change) {
  std::string key = std::to_string(static_cast<int>(concern)) + " " + std::string(name);
  const auto [known, is_new] =
      known_.try_emplace(std::move(key), static_cast<uint32_t>(clues_.size()));
  if (is_new) clues_.push_back({concern, std::string(name)});
  auto& changes = clues_[known->second].changes;
  if (change != nullptr && changes.size() < kMostChanges &&
      std::find(changes.begin(), changes.end(), change) == changes.end())
    changes.push_back(change);
  return known->second;
}

void Clues::add_named(Concern concern, Definition kind, std::string_view name,
                      const SchemaChange* change) {
  const uint32_t clue = clue_of(concern, name, change);
  const bool is_telling = search::split_words(name).size() > 1;
  for (const auto& spelling : spellings_.of(kind, name)) {
    const bool is_plain = is_type(kind) || search::split_words(spelling).size() > 1;
    spelled_.add(spelling, {is_plain ? Meant::any : Meant::member, false, is_telling, clue});
  }
}

void Clues::add(Concern concern, const Declaration& declaration, const SchemaChange* change) {
  add_named(concern, declaration.kind, declaration.name, change);
  const uint32_t clue = clue_of(concern, declaration.name, change);
  clues_[clue].is_rpc = declaration.kind == Definition::rpc;
  if (!files_.contains(&declaration)) return;
  for (const auto& placed :
       spellings_.placed(declaration.kind, declaration.name, place_of(declaration))) {
    // Driving is called so by chance, Status_STATUS_DRIVING is not.
    const bool is_plain = placed.is_strong() || search::split_words(placed.text).size() > 1;
    spelled_.add(placed.text, {is_plain ? Meant::any : Meant::member, placed.is_strong(),
                               placed.is_strong(), clue});
  }
}

Place Clues::place_of(const Declaration& declaration) const {
  const auto file = files_.find(&declaration);
  if (file == files_.end()) return {};
  const std::string& package = file->second->schema.package;
  std::string_view outer = declaration.owner;
  if (!package.empty()) {
    if (outer == package)
      outer = {};
    else if (outer.starts_with(package + "."))
      outer.remove_prefix(package.size() + 1);
  }
  return {package, outer, !declaration.oneof.empty()};
}

void Clues::add_type(Concern concern, Definition kind, std::string_view full_name,
                     const SchemaChange* change) {
  const auto found = types_.find(std::string(full_name));
  if (found != types_.end())
    add(concern, *found->second.declaration, change);
  else
    add_named(concern, kind, last_part(full_name), change);
}

/// Code that names the place which generated code had finds nothing there any more. A place of one
/// word is any word.
void Clues::add_old_place(const SchemaChange& change) {
  const std::string place = dotted(change.before);
  const auto dot = place.rfind('.');
  const bool is_place = weight_of(change) > 1 && change.what == SchemaChange::changed;
  if (!is_place || dot == place.npos || place == dotted(change.after)) return;
  const uint32_t clue = clue_of(Concern::removed, place, &change);
  clues_[clue].breaks = true;
  spelled_.add_path(std::string_view(place).substr(dot + 1),
                    {Meant::path, false, true, clue, place.substr(0, dot)});
  if (std::find(places_.begin(), places_.end(), clue) == places_.end()) places_.push_back(clue);
}

void Clues::share_package(std::string_view package) {
  const std::string place = dotted(package);
  for (const uint32_t clue : places_) {
    const std::string& old = clues_[clue].name;
    if (place == old || place.starts_with(old + ".")) clues_[clue].is_shared = true;
  }
}

void Clues::add_change(const SchemaChange& change) {
  // What a whole file says of itself concerns whoever uses any of it: see add_neighbours.
  if (change.was == nullptr && change.is == nullptr) return add_old_place(change);
  const bool is_renamed = change.what == SchemaChange::renamed;
  if (change.was != nullptr && (is_renamed || change.is == nullptr))
    add(Concern::removed, *change.was, &change);
  if (change.is != nullptr && (is_renamed || change.was == nullptr))
    add(Concern::added, *change.is, &change);
  if (change.what == SchemaChange::changed)
    add(Concern::changed, change.is != nullptr ? *change.is : *change.was, &change);
  if (const Declaration* broken = broken_by(change)) add_broken(change, *broken);
  for (const Declaration* declaration : {change.was, change.is})
    if (declaration != nullptr) add_concerned(change, *declaration);
}

void Clues::add_broken(const SchemaChange& change, const Declaration& broken) {
  const auto concern = change.what == SchemaChange::changed ? Concern::changed : Concern::removed;
  const uint32_t clue = clue_of(concern, broken.name, &change);
  clues_[clue].breaks = true;
  broken_[SpelledClues::canonical(broken.name)].push_back(clue);
  if (broken.kind == Definition::rpc) broken_rpcs_[broken.name].push_back(broken.full_name());
  const auto generators = languages::generators();
  for (size_t i = 0; i < generators.size(); ++i) {
    const uint64_t bit = uint64_t{1} << i;
    const auto names = of_each_[i].of(broken.kind, broken.name);
    const bool is_bare = broken.kind != Definition::enum_value || generators[i]->bare_values;
    for (size_t k = is_bare ? 0 : 1; k < names.size(); ++k) made_[names[k]][clue] |= bit;
    for (const auto& placed : of_each_[i].placed(broken.kind, broken.name, place_of(broken)))
      made_[placed.text][clue] |= bit;
  }
}

bool Clues::is_broken(const Meant& meant, std::string_view token, uint64_t generators,
                      bool is_certain) const {
  const Clue& clue = clues_[meant.clue];
  if (!clue.breaks || !(is_certain || meant.is_own || !clue.is_shared)) return false;
  if (meant.use == Meant::path) return true;
  const auto made = made_.find(std::string(token));
  if (made == made_.end()) return false;
  const auto one = made->second.find(meant.clue);
  return one != made->second.end() && (one->second & generators) != 0;
}

void Clues::add_concerned(const SchemaChange& change, const Declaration& declaration) {
  const std::string full_name =
      is_type(declaration.kind) ? declaration.full_name() : declaration.owner;
  const std::string type(last_part(full_name));
  if (type.empty()) return;
  bases_.insert(SpelledClues::canonical(type));
  if (declaration.kind == Definition::rpc || declaration.kind == Definition::service) {
    add_type(Concern::service, Definition::service, full_name, &change);
    changed_services_.try_emplace(type, &change);
    if (declaration.kind == Definition::rpc)
      changed_rpcs_.insert(declaration.name);
    else
      has_new_service_ = has_new_service_ || change.what != SchemaChange::changed;
  } else {
    changed_types_.try_emplace(type, &change);
    add_type(Concern::message, Definition::message, full_name, &change);
  }
  if (declaration.kind == Definition::rpc) add(Concern::rpc, declaration, &change);
}

void Clues::find_changed_files(std::span<const SchemaFile> after,
                               std::span<const SchemaChange> changes) {
  for (const auto& change : changes) {
    const int weight = change.line == 0 ? weight_of(change) : 0;
    if (weight == 0) continue;
    const auto*& known = changed_files_[change.path];
    if (known == nullptr || weight > weight_of(*known)) known = &change;
  }
  for (const auto& file : after)
    if (const auto* change = change_of(file); change != nullptr && !file.from.empty())
      changed_files_[file.from] = change;
}

/// The change of what a file says of itself that concerns its users most; null: there is none.
const SchemaChange* Clues::change_of(const SchemaFile& file) const {
  const auto found = changed_files_.find(file.path);
  return found == changed_files_.end() ? nullptr : found->second;
}

void Clues::find_shared(std::span<const SchemaFile> after, std::span<const SchemaChange> changes) {
  std::unordered_set<const Declaration*> broken;
  for (const auto& change : changes)
    if (change.what == SchemaChange::changed && broken_by(change) != nullptr)
      broken.insert(change.is);
  for (const auto& file : after)
    for (const auto& declaration : file.schema.declarations)
      if (!broken.contains(&declaration)) share(declaration.name);
  for (const auto& file : after) {
    share_package(file.schema.package);
    for (const auto& [name, value] : file.schema.options) share_package(value);
  }
}

void Clues::share(std::string_view name) {
  const auto found = broken_.find(SpelledClues::canonical(name));
  if (found == broken_.end()) return;
  for (const uint32_t clue : found->second) clues_[clue].is_shared = true;
}

void Clues::add_peers(std::span<const SchemaFile> files) {
  for (const auto& file : files)
    for (const auto& declaration : file.schema.declarations) {
      const std::string owner(last_part(declaration.owner));
      const auto service = changed_services_.find(owner);
      if (declaration.kind == Definition::rpc && service != changed_services_.end() &&
          !changed_rpcs_.contains(declaration.name)) {
        add(Concern::peer, declaration, service->second);
        for (const auto& type : named_types(declaration))
          if (!changed_types_.contains(type))
            add_named(Concern::peer, Definition::message, type, service->second);
      }
      if (declaration.kind == Definition::service && has_new_service_)
        add(Concern::peer, declaration);
    }
}

void Clues::add_stubs(const SchemaFile& file) {
  const auto slash = file.path.rfind('/');
  std::string stem = file.path.substr(slash == file.path.npos ? 0 : slash + 1);
  stem.resize(stem.rfind('.') == stem.npos ? stem.size() : stem.rfind('.'));
  bases_.insert(SpelledClues::canonical(stem));
  const SchemaChange* change = change_of(file);
  const uint32_t clue = clue_of(Concern::stub, stem, change);
  for (const char* ending : {"_pb", "_pb2", "_pb2_grpc", "_grpc_pb", "_outer_class", "_proto"})
    spelled_.add(stem + ending, {Meant::any, false, true, clue});
  // However it is written: in the names of packages "-" and "_" come and go. Rarity tells one that
  // is any word.
  const std::string& package = file.schema.package;
  if (SpelledClues::canonical(last_part(package)).size() < 2) return;
  spelled_.add_word(last_part(package),
                    {Meant::any, false, false, clue_of(Concern::stub, package, change)});
}

void Clues::add_neighbours(std::span<const SchemaFile> files) {
  const auto is_changed = [&](const std::string& type) { return changed_types_.contains(type); };
  Changed holders;
  for (const auto& file : files) {
    add_stubs(file);
    for (const auto& declaration : file.schema.declarations) {
      if (declaration.kind != Definition::field) continue;
      const auto types = named_types(declaration);
      const auto held = std::find_if(types.begin(), types.end(), is_changed);
      if (held != types.end())
        holders.try_emplace(std::string(last_part(declaration.owner)), changed_types_.at(*held));
    }
  }
  for (const auto& file : files)
    for (const auto& declaration : file.schema.declarations) {
      const std::string owner(last_part(declaration.owner));
      switch (declaration.kind) {
        case Definition::rpc: {
          const auto types = named_types(declaration);
          const auto carried = std::find_if(types.begin(), types.end(), [&](const auto& type) {
            return is_changed(type) || holders.contains(type);
          });
          if (carried != types.end()) {
            const auto* from =
                is_changed(*carried) ? changed_types_.at(*carried) : holders.at(*carried);
            add(Concern::rpc, declaration, from);
            add_type(Concern::service, Definition::service, declaration.owner, from);
          }
          add(Concern::schema, declaration, change_of(file));
          break;
        }
        case Definition::field:
        case Definition::oneof:
        case Definition::enum_value:
          if (const auto change = changed_types_.find(owner); change != changed_types_.end())
            add(Concern::sibling, declaration, change->second);
          break;
        default:
          if (holders.contains(declaration.name) && !is_changed(declaration.name))
            add(Concern::holder, declaration, holders.at(declaration.name));
          add(Concern::schema, declaration, change_of(file));
      }
    }
}

}  // namespace dossier::proto
