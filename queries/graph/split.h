#pragma once
// Definitions that are written in several places are one: a class whose members a source defines
// outside of it, which are stored with a part of it (kind "partial"), and what a header declares
// and one source defines. Rejected: joining them when they are stored. A module is stored once for
// all snapshots, and what it is joined with differs between them.
#include <string>
#include <vector>

#include "queries/graph/definitions.h"

namespace dossier {

struct Whole {
  Definition definition;
  std::vector<Definition> parts;  // the other places
};

/// In the order of the definitions. What may be two things stays two: a function that two sources
/// define, and one that is declared only.
std::vector<Whole> put_together(Store& store, std::vector<Definition> definitions);

/// The paths of the parts, each once, in order.
std::vector<std::string> places_of(const std::vector<Definition>& parts);

/// What an answer of several says where a module would choose one; else "".
std::string note_on_modules(const std::vector<Whole>& found);

}  // namespace dossier
