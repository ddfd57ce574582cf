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
  for (const auto& change : changes) add_change(change);
  add_neighbours(before);
  add_neighbours(after);
  add_peers(before);
}

const std::vector<uint32_t>* Clues::meant_by(std::string_view token) const {
  const auto found = spelled_.find(canonical(token));
  return found == spelled_.end() ? nullptr : &found->second;
}

bool Clues::names_file(std::string_view base) const { return bases_.contains(canonical(base)); }

void Clues::add_spelled(Concern concern, std::string_view name, std::string_view spelling) {
  std::string key = std::to_string(static_cast<int>(concern)) + " " + std::string(name);
  const auto [known, is_new] =
      known_.try_emplace(std::move(key), static_cast<uint32_t>(clues_.size()));
  if (is_new) clues_.push_back({concern, std::string(name)});
  std::string text = canonical(spelling);
  if (text.size() < 2) return;
  auto& meant = spelled_[std::move(text)];
  if (std::find(meant.begin(), meant.end(), known->second) == meant.end())
    meant.push_back(known->second);
}

void Clues::add(Concern concern, Definition kind, std::string_view name) {
  for (const auto& spelling : spellings_.of(kind, name)) add_spelled(concern, name, spelling);
}

void Clues::add_change(const SchemaChange& change) {
  // What a whole file says of itself concerns whoever uses any of it: see add_neighbours.
  if (change.was == nullptr && change.is == nullptr) return;
  const auto note = [&](Concern concern, const Declaration& declaration) {
    add(concern, declaration.kind, declaration.name);
  };
  const bool is_renamed = change.what == SchemaChange::renamed;
  if (change.was != nullptr && (is_renamed || change.is == nullptr))
    note(Concern::removed, *change.was);
  if (change.is != nullptr && (is_renamed || change.was == nullptr))
    note(Concern::added, *change.is);
  if (change.what == SchemaChange::changed)
    note(Concern::changed, change.is != nullptr ? *change.is : *change.was);

  for (const Declaration* declaration : {change.was, change.is}) {
    if (declaration == nullptr) continue;
    const bool is_member = declaration->kind == Definition::field ||
                           declaration->kind == Definition::oneof ||
                           declaration->kind == Definition::enum_value;
    const std::string type(is_member || declaration->kind == Definition::rpc
                               ? last_part(declaration->owner)
                               : declaration->name);
    if (type.empty()) continue;
    bases_[canonical(type)] = true;
    if (declaration->kind == Definition::rpc || declaration->kind == Definition::service) {
      add(Concern::service, Definition::service, type);
      changed_services_[type] = true;
      if (declaration->kind == Definition::rpc)
        changed_rpcs_[declaration->name] = true;
      else
        has_new_service_ = has_new_service_ || change.what != SchemaChange::changed;
    } else {
      changed_types_[type] = true;
      add(Concern::message, Definition::message, type);
    }
    if (declaration->kind == Definition::rpc) add(Concern::rpc, Definition::rpc, declaration->name);
  }
}

void Clues::add_peers(std::span<const SchemaFile> files) {
  for (const auto& file : files)
    for (const auto& declaration : file.schema.declarations) {
      const std::string owner(last_part(declaration.owner));
      if (declaration.kind == Definition::rpc && changed_services_.contains(owner) &&
          !changed_rpcs_.contains(declaration.name)) {
        add(Concern::peer, Definition::rpc, declaration.name);
        for (const auto& type : named_types(declaration))
          if (!changed_types_.contains(type)) add(Concern::peer, Definition::message, type);
      }
      if (declaration.kind == Definition::service && has_new_service_)
        add(Concern::peer, Definition::service, declaration.name);
    }
}

void Clues::add_neighbours(std::span<const SchemaFile> files) {
  const auto is_changed = [&](const std::string& type) { return changed_types_.contains(type); };
  std::unordered_map<std::string, bool> holders;
  for (const auto& file : files) {
    const auto slash = file.path.rfind('/');
    std::string stem = file.path.substr(slash == file.path.npos ? 0 : slash + 1);
    stem.resize(stem.rfind('.') == stem.npos ? stem.size() : stem.rfind('.'));
    bases_[canonical(stem)] = true;
    for (const char* ending : {"pb", "pb2", "pb2_grpc", "grpc_pb", "outer_class", "proto"})
      add_spelled(Concern::stub, stem, stem + ending);
    if (!file.schema.package.empty())
      add_spelled(Concern::stub, file.schema.package, last_part(file.schema.package));
    for (const auto& declaration : file.schema.declarations) {
      if (declaration.kind != Definition::field) continue;
      const auto types = named_types(declaration);
      if (std::any_of(types.begin(), types.end(), is_changed))
        holders[std::string(last_part(declaration.owner))] = true;
    }
  }
  for (const auto& file : files)
    for (const auto& declaration : file.schema.declarations) {
      const std::string owner(last_part(declaration.owner));
      switch (declaration.kind) {
        case Definition::rpc: {
          const auto types = named_types(declaration);
          const bool carries = std::any_of(types.begin(), types.end(), [&](const auto& type) {
            return is_changed(type) || holders.contains(type);
          });
          if (carries) {
            add(Concern::rpc, Definition::rpc, declaration.name);
            add(Concern::service, Definition::service, owner);
          }
          add(Concern::schema, Definition::rpc, declaration.name);
          break;
        }
        case Definition::field:
        case Definition::oneof:
        case Definition::enum_value:
          if (is_changed(owner)) add(Concern::sibling, declaration.kind, declaration.name);
          break;
        default:
          if (holders.contains(declaration.name) && !is_changed(declaration.name))
            add(Concern::holder, declaration.kind, declaration.name);
          add(Concern::schema, declaration.kind, declaration.name);
      }
    }
}

}  // namespace dossier::proto
