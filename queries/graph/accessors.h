#pragma once
// The methods that compilers make of a property or an event. In an assembly a read of a property is
// a call of its getter, a write one of its setter, and who subscribes to an event calls what adds
// to it.
#include <cstdint>
#include <vector>

#include "queries/graph/definitions.h"

namespace dossier {

struct Accessor {
  Definition method;
  uint32_t use = 0;  // read or write, as a set of kinds: what a call of it is to its property

  /// The kinds of references to the method that are of these kinds to its property: where its use
  /// is asked for, its calls.
  uint32_t kinds(uint32_t asked) const;
};

bool has_accessors(const Definition& member);
/// None for other members.
std::vector<Accessor> accessors_of(Statements& statements, const Definition& member);

}  // namespace dossier
