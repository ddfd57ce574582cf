#include "engine/readers/languages/locals.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "engine/readers/languages/places.h"

namespace dossier::languages {

Locals::Locals(std::string_view text, const Captures& captures, const Outline& outline)
    : text_(text), captures_(captures), outline_(outline), ranges_(captures.locals.size()) {
  std::unordered_set<uint32_t> defined;
  for (const auto& definition : captures.definitions) defined.insert(definition.name.begin);
  for (const auto& import : captures.imports)  // `const fs = require("fs")`
    defined.insert(import.alias.empty() ? import.name.begin : import.alias.begin);
  std::map<std::pair<uint32_t, std::string_view>, bool> outer;  // names that `global` takes outside
  Holders outer_holders(captures);
  for (const Span& name : captures.globals) outer[{outer_holders.of(name), name.of(text_)}] = true;
  Holders holders(captures);
  std::vector<uint32_t> held_by;
  for (const Local& local : captures.locals) held_by.push_back(holders.of(local.name));
  find_ranges(held_by);
  for (uint32_t i = 0; i < captures.locals.size(); ++i) {
    const Local& local = captures.locals[i];
    const auto name = local.name.of(text_);
    if (defined.contains(local.name.begin) || outer.contains({held_by[i], name})) continue;
    Held& held = by_name_[name][held_by[i]];
    Range& range = ranges_[i];
    if (local.is_assigned) {  // as long as what is assigned to
      const auto declared = visible(held.all, local.name.begin);
      if (declared && *declared != kNone) range.end = ranges_[*declared].end;
    }
    held.is_whole = held.is_whole || (local.declares() && range.is_whole());
    held.all.push_back(i);
    if (local.is_field) add_field(i, held_by[i]);
  }
}

void Locals::add_field(uint32_t index, uint32_t holder) {
  while (holder != kNone && outline_.entries[holder].role != Entry::Role::type)
    holder = outline_.entries[holder].parent;
  const Local& one = captures_.locals[index];
  const auto [at, is_new] = fields_[one.name.of(text_)].try_emplace(holder, index);
  if (is_new || at->second == kNone) return;
  if (captures_.locals[at->second].value.of(text_) != one.value.of(text_)) at->second = kNone;
}

/// The range of each: of the innermost block around it, if that is within its holder.
void Locals::find_ranges(const std::vector<uint32_t>& holders) {
  std::vector<const Span*> open;
  auto next = captures_.blocks.begin();
  std::unordered_set<uint32_t> hoisted;
  for (const Span& name : captures_.hoisted) hoisted.insert(name.begin);
  for (uint32_t i = 0; i < captures_.locals.size(); ++i) {
    const Local& local = captures_.locals[i];
    for (; next != captures_.blocks.end() && next->begin <= local.name.begin; ++next) {
      while (!open.empty() && open.back()->end <= next->begin) open.pop_back();
      open.push_back(&*next);
    }
    while (!open.empty() && open.back()->end <= local.name.begin) open.pop_back();
    if (!local.within.empty()) {
      ranges_[i] = {local.within.begin, local.within.end};
      continue;
    }
    if (local.is_assigned || open.empty() || hoisted.contains(local.name.begin)) continue;
    const Span& block = *open.back();
    if (holders[i] != kNone && !captures_.definitions[holders[i]].node.holds(block)) continue;
    ranges_[i] = {block.begin, block.end};
  }
}

/// Behind the last of them whose name stands above `at`.
Locals::Indexes::const_iterator Locals::above(const Indexes& all, uint32_t at) const {
  return std::upper_bound(all.begin(), all.end(), at, [&](uint32_t place, uint32_t i) {
    return place < captures_.locals[i].name.begin;
  });
}

/// The last of them above `at` that is known there; kNone if too many are not.
std::optional<uint32_t> Locals::visible(const Indexes& all, uint32_t at) const {
  const auto next = above(all, at);
  // What is made of the elements may stand before where they come from: `[f(x) for x in all]`.
  const bool is_before =
      next != all.end() && captures_.locals[*next].is_element && ranges_[*next].holds(at);
  if (is_before && !ranges_[*next].is_whole()) return *next;
  int tried = 0;
  for (auto last = next; last != all.begin();) {
    const Local& one = captures_.locals[*--last];
    if (++tried > kMostTried) return kNone;
    if (std::max(one.name.end, one.value.end) <= at && ranges_[*last].holds(at)) return *last;
  }
  return is_before ? std::optional(*next) : std::nullopt;
}

std::optional<Locals::Found> Locals::find(std::string_view name, uint32_t at,
                                          uint32_t holder) const {
  const auto known = by_name_.find(name);
  if (known == by_name_.end()) return std::nullopt;
  const auto fields = fields_.find(name);
  for (;; holder = outline_.entries[holder].parent) {
    const auto held = known->second.find(holder);
    if (held != known->second.end())
      if (const auto found = visible(held->second.all, at)) return Found{*found, holder};
    if (fields != fields_.end())
      if (const auto field = fields->second.find(holder); field != fields->second.end())
        return Found{field->second, holder};
    if (holder == kNone) return std::nullopt;
  }
}

bool Locals::is_declared(std::string_view name, uint32_t at, uint32_t holder) const {
  const auto known = by_name_.find(name);
  if (known == by_name_.end()) return false;
  for (;; holder = outline_.entries[holder].parent) {
    const auto held = known->second.find(holder);
    if (held != known->second.end()) {
      if (held->second.is_whole) return true;
      const auto& all = held->second.all;
      const auto counts = [&](uint32_t i) {
        return captures_.locals[i].declares() && ranges_[i].holds(at);
      };
      const auto next = above(all, at);
      if (next - all.begin() > kMostTried || std::any_of(all.begin(), next, counts)) return true;
      if (next != all.end() && counts(*next)) return true;  // in its block, but below
    }
    if (holder == kNone) return false;
  }
}

}  // namespace dossier::languages
