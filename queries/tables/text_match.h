#pragma once
// Equality, LIKE and GLOB as searches of the index: the literal parts of the pattern give a plan,
// and SQLite's own comparison decides.
#include <memory>
#include <string_view>

#include "engine/search/matcher.h"
#include "engine/search/plan.h"

namespace dossier {

struct PlannedMatcher {
  std::unique_ptr<search::Matcher> matcher;
  search::Plan plan;
};

PlannedMatcher equal_matcher(std::string_view text);
/// LIKE without ESCAPE: % and _, ignoring the case of ASCII letters.
PlannedMatcher like_matcher(std::string_view pattern);
/// GLOB: *, ? and [sets], heeding case.
PlannedMatcher glob_matcher(std::string_view pattern);

}  // namespace dossier
