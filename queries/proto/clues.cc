#include "queries/proto/clues.h"

#include <algorithm>

#include "engine/readers/languages/language.h"

namespace dossier::proto {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view last_part(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

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

bool Clues::is_used(std::string_view text, std::string_view token, Meant::Use use) {
  if (use == Meant::any) return true;
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
  if (is_new) clues_.push_back({concern, std::string(name), change, false, false});
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

void Clues::add_change(const SchemaChange& change) {
  // What a whole file says of itself concerns whoever uses any of it: see add_neighbours.
  if (change.was == nullptr && change.is == nullptr) return;
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
    changed_services_.insert(type);
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

void Clues::find_shared(std::span<const SchemaFile> after, std::span<const SchemaChange> changes) {
  std::unordered_set<const Declaration*> broken;
  for (const auto& change : changes)
    if (change.what == SchemaChange::changed && broken_by(change) != nullptr)
      broken.insert(change.is);
  for (const auto& file : after)
    for (const auto& declaration : file.schema.declarations)
      if (!broken.contains(&declaration)) share(declaration.name);
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
      if (declaration.kind == Definition::rpc && changed_services_.contains(owner) &&
          !changed_rpcs_.contains(declaration.name)) {
        add(Concern::peer, declaration);
        for (const auto& type : named_types(declaration))
          if (!changed_types_.contains(type)) add_named(Concern::peer, Definition::message, type);
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
  const uint32_t clue = clue_of(Concern::stub, stem, nullptr);
  for (const char* ending : {"_pb", "_pb2", "_pb2_grpc", "_grpc_pb", "_outer_class", "_proto"})
    spell(stem + ending, {Meant::any, false, true, clue});
  // However it is written: in the names of packages "-" and "_" come and go. Rarity tells one that
  // is any word.
  const std::string& package = file.schema.package;
  const std::string name = canonical(last_part(package));
  if (name.size() < 2) return;
  const Meant meant{Meant::any, false, false, clue_of(Concern::stub, package, nullptr)};
  auto& known = loose_[name];
  if (std::none_of(known.begin(), known.end(),
                   [&](const Meant& one) { return one.clue == meant.clue; })) {
    known.push_back(meant);
    called_[name].push_back(meant.clue);
  }
}

void Clues::add_neighbours(std::span<const SchemaFile> files) {
  const auto is_changed = [&](const std::string& type) { return changed_types_.contains(type); };
  std::unordered_set<std::string> holders;
  for (const auto& file : files) {
    add_stubs(file);
    for (const auto& declaration : file.schema.declarations) {
      if (declaration.kind != Definition::field) continue;
      const auto types = named_types(declaration);
      if (std::any_of(types.begin(), types.end(), is_changed))
        holders.emplace(last_part(declaration.owner));
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
            const auto change = changed_types_.find(*carried);
            const auto* from = change == changed_types_.end() ? nullptr : change->second;
            add(Concern::rpc, declaration, from);
            add_type(Concern::service, Definition::service, declaration.owner, from);
          }
          add(Concern::schema, declaration);
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
            add(Concern::holder, declaration);
          add(Concern::schema, declaration);
      }
    }
}

}  // namespace dossier::proto
