#include "queries/proto/clues.h"

#include <algorithm>

#include "engine/readers/languages/language.h"
#include "queries/proto/schema_words.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostChanges = 16;  // of one clue

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_type(Definition kind) {
  return kind == Definition::message || kind == Definition::enumeration ||
         kind == Definition::service;
}

/// What code cannot go on using as before: it is gone, or its type, its label or what it takes and
/// gives is another; null: nothing.
const Declaration* broken_by(const SchemaChange& change) {
  if (change.was == nullptr) return nullptr;
  if (change.what == SchemaChange::removed) return change.was;
  // Of one that was only moved the name stays.
  if (change.what == SchemaChange::renamed && change.is != nullptr &&
      change.was->name != change.is->name)
    return change.was;
  constexpr std::string_view kUsed[] = {
      "type", "label", "oneof", "request", "response", "client streaming", "server streaming"};
  for (const auto aspect : change.aspects)
    if (std::find(std::begin(kUsed), std::end(kUsed), aspect) != std::end(kUsed)) return change.was;
  return nullptr;
}

/// How much a change of what a file says of itself concerns whoever uses anything of it: 0 = not.
int weight_of(const SchemaChange& change) {
  if (change.kind == "package") return 3;
  if (change.kind == "file") return change.what == SchemaChange::added ? 0 : 1;
  constexpr std::string_view kPlaces[] = {"_package", "_namespace", "_prefix", "_classname",
                                          "_multiple_files"};
  const bool is_place =
      change.kind == "option" &&
      std::any_of(std::begin(kPlaces), std::end(kPlaces),
                  [&](std::string_view ending) { return change.name.ends_with(ending); });
  return is_place ? 2 : 0;
}

/// Whether `outer`, whose parts are joined by dots, stands in front of a token of the text, in any
/// case and with whatever a language joins the parts by.
bool is_below(std::string_view text, std::string_view token, std::string_view outer) {
  size_t at = static_cast<size_t>(token.data() - text.data());
  while (!outer.empty()) {
    const auto part = last_part(outer);
    outer.remove_suffix(std::min(outer.size(), part.size() + 1));
    const size_t joined = at;
    while (at > 0 && joined - at < 2 && std::string_view("./\\:").find(text[at - 1]) != text.npos)
      --at;
    if (at == joined || at < part.size()) return false;
    at -= part.size();
    if (Clues::canonical(text.substr(at, part.size())) != Clues::canonical(part)) return false;
  }
  const char before = at > 0 ? text[at - 1] : ' ';
  return !is_lower(before) && !is_upper(before) && !is_digit(before) && before != '_';
}

/// The parts of a package, a namespace or an import path, in lower case and joined by dots:
/// "example.com/gen/shop/v1;shopv1" is example.com.gen.shop.v1.
std::string place_of(std::string_view text) {
  text = text.substr(0, text.find(';'));
  std::string place;
  for (const char c : text) {
    if (c == '"' || c == '\'') continue;
    if (is_lower(c) || is_digit(c) || c == '_')
      place += c;
    else if (is_upper(c))
      place += static_cast<char>(c - 'A' + 'a');
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
      if (is_lower(c) || is_upper(c) || is_digit(c) || c == '_' || c == '.') {
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

std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_lower(c) && !is_upper(c) && !is_digit(c)) continue;
    const char last = i == 0 ? '_' : name[i - 1];
    const bool next_lower = i + 1 < name.size() && is_lower(name[i + 1]);
    const bool goes_on = (is_lower(c) && (is_lower(last) || is_upper(last))) ||
                         (is_upper(c) && is_upper(last) && !next_lower) ||
                         (is_digit(c) && is_digit(last));
    if (!goes_on || words.empty()) words.emplace_back();
    words.back() += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return words;
}

std::string Clues::canonical(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (is_lower(c) || is_digit(c))
      text += c;
    else if (is_upper(c))
      text += static_cast<char>(c - 'A' + 'a');
  return text;
}

Clues::Clues(std::span<const SchemaFile> before, std::span<const SchemaFile> after,
             std::span<const SchemaChange> changes)
    : spellings_(languages::generators()) {
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

const std::vector<Meant>* Clues::find(const Spelled& spelled, const std::string& text) {
  const auto found = spelled.find(text);
  return found == spelled.end() ? nullptr : &found->second;
}

bool Clues::is_access(std::string_view text, std::string_view name) {
  const auto begin = static_cast<size_t>(name.data() - text.data());
  const size_t end = begin + name.size();
  const char before = begin > 0 ? text[begin - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  return before == '.' || before == ':' || before == '>' || after == '(' || after == '=' ||
         after == ':';
}

bool Clues::is_used(std::string_view text, std::string_view token, const Meant& meant) {
  if (meant.use == Meant::any) return true;
  if (meant.use == Meant::path) return is_below(text, token, meant.outer);
  const auto begin = static_cast<size_t>(token.data() - text.data());
  const std::string_view behind = text.substr(begin + token.size());
  const char before = begin > 0 ? text[begin - 1] : ' ';
  return before == '.' || before == '>' || before == ':' || behind.starts_with(':') ||
         (behind.starts_with('=') && !behind.starts_with("=="));
}

bool Clues::names_file(std::string_view base) const { return bases_.contains(canonical(base)); }

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

void Clues::spell(std::string_view spelling, Meant meant) {
  if (spelling.empty()) return;
  auto& called = called_[canonical(spelling)];
  if (std::find(called.begin(), called.end(), meant.clue) == called.end())
    called.push_back(meant.clue);
  const bool is_loose = meant.use == Meant::any && words_of_name(spelling).size() > 1;
  std::string text = is_loose ? canonical(spelling) : std::string(spelling);
  if (text.size() < 2) return;
  auto& known = (is_loose ? loose_ : exact_)[std::move(text)];
  const auto same = std::find_if(known.begin(), known.end(),
                                 [&](const Meant& one) { return one.clue == meant.clue; });
  if (same == known.end()) {
    known.push_back(meant);
  } else {
    same->use = std::min(same->use, meant.use);
    same->is_own = same->is_own || meant.is_own;
    same->is_telling = same->is_telling || meant.is_telling;
  }
}

void Clues::add_named(Concern concern, Definition kind, std::string_view name,
                      const SchemaChange* change) {
  const uint32_t clue = clue_of(concern, name, change);
  const bool is_telling = words_of_name(name).size() > 1;
  for (const auto& spelling : spellings_.of(kind, name)) {
    const bool is_plain = is_type(kind) || words_of_name(spelling).size() > 1;
    spell(spelling, {is_plain ? Meant::any : Meant::member, false, is_telling, clue});
  }
}

void Clues::add(Concern concern, const Declaration& declaration, const SchemaChange* change) {
  add_named(concern, declaration.kind, declaration.name, change);
  const auto file = files_.find(&declaration);
  if (file == files_.end()) return;
  const uint32_t clue = clue_of(concern, declaration.name, change);
  const std::string& package = file->second->schema.package;
  std::string_view outer = declaration.owner;
  if (!package.empty()) {
    if (outer == package)
      outer = {};
    else if (outer.starts_with(package + "."))
      outer.remove_prefix(package.size() + 1);
  }
  for (const auto& placed : spellings_.placed(declaration.kind, declaration.name,
                                              {package, outer, !declaration.oneof.empty()})) {
    // Driving is called so by chance, Status_STATUS_DRIVING is not.
    const bool is_plain = placed.is_strong() || words_of_name(placed.text).size() > 1;
    spell(placed.text,
          {is_plain ? Meant::any : Meant::member, placed.is_strong(), placed.is_strong(), clue});
  }
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
  const std::string place = place_of(change.before);
  const auto dot = place.rfind('.');
  const bool is_place = weight_of(change) > 1 && change.what == SchemaChange::changed;
  if (!is_place || dot == place.npos || place == place_of(change.after)) return;
  const uint32_t clue = clue_of(Concern::removed, place, &change);
  clues_[clue].breaks = true;
  const std::string last = canonical(std::string_view(place).substr(dot + 1));
  loose_[last].push_back({Meant::path, false, true, clue, place.substr(0, dot)});
  if (std::find(places_.begin(), places_.end(), clue) == places_.end()) places_.push_back(clue);
}

void Clues::share_package(std::string_view package) {
  const std::string place = place_of(package);
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
  if (const Declaration* broken = broken_by(change)) {
    const auto concern = change.what == SchemaChange::changed ? Concern::changed : Concern::removed;
    const uint32_t clue = clue_of(concern, broken->name, &change);
    clues_[clue].breaks = true;
    broken_[canonical(broken->name)].push_back(clue);
  }
  for (const Declaration* declaration : {change.was, change.is})
    if (declaration != nullptr) add_concerned(change, *declaration);
}

void Clues::add_concerned(const SchemaChange& change, const Declaration& declaration) {
  const std::string full_name =
      is_type(declaration.kind) ? declaration.full_name() : declaration.owner;
  const std::string type(last_part(full_name));
  if (type.empty()) return;
  bases_.insert(canonical(type));
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

/// Of what a file says of itself, what concerns most; null: nothing.
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
  const auto found = broken_.find(canonical(name));
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
  bases_.insert(canonical(stem));
  const SchemaChange* change = change_of(file);
  const uint32_t clue = clue_of(Concern::stub, stem, change);
  for (const char* ending : {"_pb", "_pb2", "_pb2_grpc", "_grpc_pb", "_outer_class", "_proto"})
    spell(stem + ending, {Meant::any, false, true, clue});
  // However it is written: in the names of packages "-" and "_" come and go. Rarity tells one that
  // is any word.
  const std::string& package = file.schema.package;
  const std::string name = canonical(last_part(package));
  if (name.size() < 2) return;
  const Meant meant{Meant::any, false, false, clue_of(Concern::stub, package, change)};
  auto& known = loose_[name];
  if (std::none_of(known.begin(), known.end(),
                   [&](const Meant& one) { return one.clue == meant.clue; })) {
    known.push_back(meant);
    called_[name].push_back(meant.clue);
  }
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
