#include "queries/proto/schema_pairs.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "queries/proto/schema_words.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostPairs = 200'000;  // of types, and of members of one type

void pair(PlacedType& was, PlacedType& is) {
  was.pair = &is;
  is.pair = &was;
}

PlacedType* unpaired(SchemaSide& side, const std::string& name, Definition kind) {
  const auto found = side.by_name.find(name);
  if (found == side.by_name.end()) return nullptr;
  PlacedType& type = side.types[found->second];
  return type.pair == nullptr && type.it->kind == kind ? &type : nullptr;
}

/// By its full name; else by its name inside of the file that is the pair of its own.
const Declaration* extension_called(const SchemaSide& side, const SchemaFile& holder,
                                    const Declaration& wanted, const SchemaFile* other) {
  const Declaration* found = nullptr;
  for (const auto& [file, extension] : side.extensions) {
    if (extension->kind != wanted.kind) continue;
    if (extension->full_name() == wanted.full_name()) return extension;
    if (file == other && found == nullptr &&
        below_package(*file, extension->full_name()) == below_package(holder, wanted.full_name()))
      found = extension;
  }
  return found;
}

double type_likeness(const PlacedType& was, const PlacedType& is) {
  if (was.it->kind != is.it->kind) return 0;
  const auto held = [](const PlacedType& type) {
    std::vector<std::string> items;
    for (const auto* member : type.members)
      items.push_back(member->name + " " + std::to_string(member->number));
    return items;
  };
  const double shared = overlap(held(was), held(is));
  const double names = likeness(was.it->name, is.it->name);
  if (was.it->name == is.it->name && (shared > 0 || was.members.empty())) return 2 + shared;
  if (shared >= 0.5 || (shared >= 0.3 && names >= 0.5) ||
      (was.members.empty() && is.members.empty() && names >= 0.7))
    return shared + names;
  return 0;
}

double member_likeness(const Declaration& was, const Declaration& is) {
  if (was.kind != is.kind) return 0;
  const double names = likeness(was.name, is.name);
  if (was.kind == Definition::rpc) {
    const bool same =
        same_type_name(was.request, is.request) && same_type_name(was.response, is.response);
    return (same && names >= 0.4) || names >= 0.75 ? names + (same ? 1 : 0) : 0;
  }
  if (was.kind == Definition::oneof) return names >= 0.5 ? names : 0;
  const bool same_number = was.number == is.number;
  const bool same_type = was.kind == Definition::enum_value || same_type_name(was.type, is.type);
  const double least = same_number && same_type ? 0.2 : same_number ? 0.6 : same_type ? 0.8 : 2;
  return names >= least ? names + (same_number ? 2 : 0) + (same_type ? 1 : 0) : 0;
}

/// Those of two types' members that have no namesake, paired by likeness.
class LikeMembers {
 public:
  LikeMembers(const std::vector<const Declaration*>& was, const std::vector<const Declaration*>& is)
      : was_(was), is_(is) {}

  /// The earlier member of each later one that has one.
  std::unordered_map<const Declaration*, const Declaration*> run() {
    weigh_all();
    std::sort(pairs_.begin(), pairs_.end());
    std::unordered_map<const Declaration*, const Declaration*> earlier;
    std::unordered_set<const Declaration*> renamed;
    for (const auto& [score, i, k] : pairs_)
      if (!renamed.contains(was_[i]) && earlier.try_emplace(is_[k], was_[i]).second)
        renamed.insert(was_[i]);
    return earlier;
  }

 private:
  void weigh(size_t i, size_t k) {
    ++work_;
    const double score = member_likeness(*was_[i], *is_[k]);
    if (score > 0) pairs_.emplace_back(-score, i, k);
  }

  void weigh_all() {
    // Those of one number first, which many thousands of members leave within the bound.
    std::unordered_multimap<int64_t, size_t> by_number;
    for (size_t k = 0; k < is_.size(); ++k) by_number.emplace(is_[k]->number, k);
    for (size_t i = 0; i < was_.size() && work_ < kMostPairs; ++i)
      for (auto [at, end] = by_number.equal_range(was_[i]->number); at != end && work_ < kMostPairs;
           ++at)
        weigh(i, at->second);
    for (size_t i = 0; i < was_.size() && work_ < kMostPairs; ++i)
      for (size_t k = 0; k < is_.size() && work_ < kMostPairs; ++k)
        if (was_[i]->number != is_[k]->number) weigh(i, k);
  }

  const std::vector<const Declaration*>&was_, &is_;
  std::vector<std::tuple<double, size_t, size_t>> pairs_;
  size_t work_ = 0;
};

}  // namespace

bool is_type(const Declaration& declaration) {
  return declaration.kind == Definition::message || declaration.kind == Definition::service ||
         declaration.kind == Definition::enumeration;
}

bool same_type_name(const std::string& was, const std::string& is) {
  if (was == is) return true;
  const auto without_dot = [](std::string_view name) {
    return name.starts_with('.') ? name.substr(1) : name;
  };
  const std::string_view one = without_dot(was), other = without_dot(is);
  return last_part(one) == last_part(other) && (one.ends_with(other) || other.ends_with(one));
}

SchemaSide::SchemaSide(std::span<const SchemaFile> all) : files(all) {
  for (const SchemaFile& file : files)
    for (const Declaration& declaration : file.schema.declarations)
      if (is_type(declaration)) {
        std::string full = declaration.full_name();
        if (by_name.try_emplace(full, types.size()).second)
          types.push_back({&file, &declaration, {}, nullptr, std::move(full)});
      }
  for (const SchemaFile& file : files)
    for (const Declaration& declaration : file.schema.declarations) {
      if (is_type(declaration)) continue;
      const auto owner = by_name.find(declaration.owner);
      if (!declaration.extends.empty() || owner == by_name.end())
        extensions.emplace_back(&file, &declaration);
      else
        types[owner->second].members.push_back(&declaration);
    }
}

SchemaPairs::SchemaPairs(std::span<const SchemaFile> before, std::span<const SchemaFile> after)
    : before_(before), after_(after) {
  for (const SchemaFile& file : before) earlier_.try_emplace(file.path, &file);
  for (const SchemaFile& file : after) later_.try_emplace(file.earlier_path(), &file);
  pair_by_name();
  pair_in_renamed_packages();
  pair_inside_of_pairs();
  pair_by_likeness();
  pair_inside_of_pairs();
}

const SchemaFile* SchemaPairs::earlier_of(const SchemaFile& later) const {
  const auto found = earlier_.find(later.earlier_path());
  return found == earlier_.end() ? nullptr : found->second;
}

const SchemaFile* SchemaPairs::later_of(const SchemaFile& earlier) const {
  const auto found = later_.find(earlier.path);
  return found == later_.end() ? nullptr : found->second;
}

const Declaration* SchemaPairs::earlier_extension(const SchemaFile& file,
                                                  const Declaration& later) const {
  return extension_called(before_, file, later, earlier_of(file));
}

const Declaration* SchemaPairs::later_extension(const SchemaFile& file,
                                                const Declaration& earlier) const {
  return extension_called(after_, file, earlier, later_of(file));
}

void SchemaPairs::pair_by_name() {
  for (PlacedType& was : before_.types)
    if (PlacedType* is = unpaired(after_, was.full_name, was.it->kind)) pair(was, *is);
}

void SchemaPairs::pair_in_renamed_packages() {
  for (PlacedType& was : before_.types) {
    if (was.pair != nullptr) continue;
    const SchemaFile* later = later_of(*was.file);
    if (later == nullptr || later->schema.package == was.file->schema.package) continue;
    std::string name(below_package(*was.file, was.full_name));
    if (!later->schema.package.empty()) name = later->schema.package + "." + name;
    if (PlacedType* is = unpaired(after_, name, was.it->kind)) pair(was, *is);
  }
}

/// The same name inside of a message that was renamed or moved.
void SchemaPairs::pair_inside_of_pairs() {
  for (PlacedType& was : before_.types) {
    if (was.pair != nullptr) continue;
    const auto outer = before_.by_name.find(was.it->owner);
    if (outer == before_.by_name.end()) continue;
    const PlacedType* renamed = before_.types[outer->second].pair;
    if (renamed == nullptr) continue;
    if (PlacedType* is = unpaired(after_, renamed->full_name + "." + was.it->name, was.it->kind))
      pair(was, *is);
  }
}

void SchemaPairs::pair_by_likeness() {
  std::vector<std::tuple<double, size_t, size_t>> pairs;
  size_t work = 0;
  for (size_t i = 0; i < before_.types.size(); ++i)
    for (size_t k = 0; k < after_.types.size(); ++k) {
      if (before_.types[i].pair != nullptr || after_.types[k].pair != nullptr) continue;
      if (++work > kMostPairs) break;
      const double score = type_likeness(before_.types[i], after_.types[k]);
      if (score > 0) pairs.emplace_back(-score, i, k);
    }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [score, i, k] : pairs)
    if (before_.types[i].pair == nullptr && after_.types[k].pair == nullptr)
      pair(before_.types[i], after_.types[k]);
}

MemberPairs pair_members(const PlacedType& was, const PlacedType& is) {
  // What does not compile may declare a name twice: the first left of them is last here.
  std::map<std::pair<std::string_view, Definition>, std::vector<const Declaration*>> named;
  for (auto member = is.members.rbegin(); member != is.members.rend(); ++member)
    named[{(*member)->name, (*member)->kind}].push_back(*member);
  std::unordered_map<const Declaration*, const Declaration*> earlier;
  std::vector<const Declaration*> left, added;
  for (const auto* member : was.members) {
    const auto found = named.find({member->name, member->kind});
    if (found == named.end() || found->second.empty()) {
      left.push_back(member);
      continue;
    }
    earlier[found->second.back()] = member;
    found->second.pop_back();
  }
  for (const auto* member : is.members)
    if (!earlier.contains(member)) added.push_back(member);
  std::unordered_set<const Declaration*> renamed;
  for (const auto& [later, member] : LikeMembers(left, added).run()) {
    earlier[later] = member;
    renamed.insert(member);
  }
  MemberPairs pairs;
  for (const auto* member : is.members) {
    const auto found = earlier.find(member);
    pairs.later.emplace_back(found == earlier.end() ? nullptr : found->second, member);
  }
  for (const auto* member : left)
    if (!renamed.contains(member)) pairs.gone.push_back(member);
  return pairs;
}

}  // namespace dossier::proto
