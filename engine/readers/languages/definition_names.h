#pragma once
// The name of a definition: as its language writes it, or by the rule in the language's row (C#
// uses the names of metadata, so a member has the same name in an assembly and in its source).
#include <string>
#include <string_view>

namespace dossier::languages {

struct Site;

struct Names {
  std::string name;   // for lookups: ".ctor", "op_Addition", "run"
  std::string owner;  // dotted: the type of a member declared outside of it; "" = none
};
Names names_of(const Site& site);

/// The general rule.
Names common_names(const Site& site);
/// "Price::round" without the owner before `until`, which is stored in `owner`.
std::string_view without_owner(std::string_view written, size_t until, std::string& owner);

}  // namespace dossier::languages
