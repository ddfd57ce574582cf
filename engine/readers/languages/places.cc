#include "engine/readers/languages/places.h"

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

}  // namespace dossier::languages
