#pragma once
#include <cstdint>
#include <string_view>

#include "engine/fact.h"

namespace dossier {

/// How an export words the member's kind when it does so in the usual way. Another word is stored.
constexpr std::string_view usual_word(MemberKind kind, int64_t flags) {
  constexpr std::string_view kWords[] = {"Field", "Method", "Property", "Event"};
  const bool is_constructor = kind == MemberKind::method && (flags & kConstructor) != 0;
  return is_constructor ? "Constructor" : kWords[static_cast<size_t>(kind)];
}

}  // namespace dossier
