#pragma once
// What a definition is called: as its language writes it, or as its row makes names (C#'s are those
// of metadata, so that a member of an assembly and its source are called alike).
#include <string>
#include <string_view>

namespace dossier::languages {

struct Site;

struct Names {
  std::string name;   // as it is looked up: ".ctor", "op_Addition", "run"
  std::string owner;  // dotted, the type that it is declared for from outside; "" = none
};
Names names_of(const Site& site);

/// The general rule.
Names common_names(const Site& site);
/// "Price::round" without the owner before `until`, which goes to `owner`.
std::string_view without_owner(std::string_view written, size_t until, std::string& owner);

}  // namespace dossier::languages
