#pragma once
// What a definition is called: as its language writes it, but for C#, whose members bear the names
// that metadata gives them, so that a member of an assembly and its source are called alike.
#include <string>
#include <string_view>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

struct Names {
  std::string name;   // as it is looked up: ".ctor", "op_Addition", "run"
  std::string owner;  // dotted, the type that it is declared for from outside; "" = none
};
Names names_of(const Language& language, std::string_view text, const Definition& definition);

}  // namespace dossier::languages
