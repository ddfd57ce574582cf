#include "engine/readers/languages/places.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dossier::languages {

Ordinals::Ordinals(const Module& module) {
  uint32_t next = 1;
  for (const Type& type : module.types) {
    first_.push_back(next);
    next += 1 + static_cast<uint32_t>(type.members.size());
  }
}

uint32_t Ordinals::of(const Outline& outline, uint32_t entry) const {
  for (; entry != kNone; entry = outline.entries[entry].parent) {
    const Entry& one = outline.entries[entry];
    if (one.member != kNone) return member(one.type, one.member);
    if (one.type != kNone && one.role == Entry::Role::type) return type(one.type);
  }
  return 0;
}

uint32_t Holders::of(const Span& span) {
  const auto& definitions = captures_.definitions;
  while (next_ < definitions.size() && definitions[next_].node.begin <= span.begin) {
    while (!open_.empty() && definitions[open_.back()].node.end <= definitions[next_].node.begin) {
      open_.pop_back();
    }
    open_.push_back(next_++);
  }
  while (!open_.empty() && definitions[open_.back()].node.end <= span.begin) open_.pop_back();
  for (auto it = open_.rbegin(); it != open_.rend(); ++it) {
    const Definition& one = definitions[*it];
    if (one.node.holds(span) && one.kind != "package") return *it;
  }
  return kNone;
}

void order_members(Outline& outline) {
  std::vector<std::vector<uint32_t>> places(outline.module.types.size());
  for (size_t t = 0; t < places.size(); ++t) {
    auto& members = outline.module.types[t].members;
    std::vector<uint32_t> order(members.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return members[a].kind < members[b].kind; });
    std::vector<Member> sorted;
    places[t].resize(order.size());
    for (uint32_t to = 0; to < order.size(); ++to) {
      places[t][order[to]] = to;
      sorted.push_back(members[order[to]]);
    }
    members = std::move(sorted);
  }
  for (auto& entry : outline.entries) {
    if (entry.member != kNone) entry.member = places[entry.type][entry.member];
  }
}

}  // namespace dossier::languages
