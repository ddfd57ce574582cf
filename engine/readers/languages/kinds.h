#pragma once
// The meaning of the definition captures in the language queries: a type, a member or a scope.
#include <string_view>

#include "engine/fact.h"
#include "engine/readers/languages/outline.h"

namespace dossier::languages {

struct KindOf {
  std::string_view capture;
  Entry::Role role;
  MemberKind member;
  std::string_view word;  // the type's kind, or the member's type
};

/// Null if captures of this name define nothing.
const KindOf* kind_of(std::string_view capture);

}  // namespace dossier::languages
