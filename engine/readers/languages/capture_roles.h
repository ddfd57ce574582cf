#pragma once
// What each capture of a query says (captures.h lists them): the span goes into the match at hand,
// or into a list of the file.
#include <string_view>
#include <vector>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

/// What the captures of one match say together.
struct MatchParts {
  Definition definition;
  Local local;
  Import import;
  Generic generic;
  Passed passed;
  Span receiver, of, body, predicate;
};

/// The part that is set takes the span; none, where a capture only serves predicates.
struct CaptureRole {
  std::string_view name;
  void (*put)(MatchParts& parts, const Span& span) = nullptr;
  std::vector<Span> Captures::*list = nullptr;
  std::string_view definition = {}, mention = {};  // what follows "def." and "ref."
};

/// Throws Error{internal} for a capture that there is not.
CaptureRole capture_role(std::string_view name);

}  // namespace dossier::languages
