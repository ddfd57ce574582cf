#pragma once
// The types of a source's parameter list, as a member's key holds them: the name of a parameter,
// its default and its modifiers are told from its type by the rules of the language, so that a
// parameter that is renamed leaves the member what it is. Exports and assemblies follow no one
// grammar: member_key.cc has rules of its own for them.
//
// Rejected: to take the types from the syntax tree. Signatures also come from SCIP indexes and
// tags, and brackets and a few words tell as much.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

struct ParameterRules;
using Parameters = std::vector<std::string_view>;  // as written, without the commas

/// How a language writes parameters; each language's row has one (readers/languages/language.h).
struct ParameterRules {
  /// Their types, in order. Where nothing is said of a type the name stands for it. Null: the
  /// language has no rules.
  std::vector<std::string> (*types)(const Parameters& parameters,
                                    const ParameterRules& rules) = nullptr;
  std::string_view attributes = "@";   // what opens an attribute: "@A(1)", "[A]"
  std::string_view rest = ".";         // what a name is marked with that takes all the others
  std::string_view rest_word = {};     // or the word before it: "vararg"
  std::string_view any = {};           // what stands for a type that is not written
  std::string_view pattern_word = {};  // before a name without a type: "mut"
  bool labels = false;                 // a label is part of the method's name, and stays
};

/// What `type_of` says of each of them.
template <auto type_of>
std::vector<std::string> each(const Parameters& parameters, const ParameterRules& rules) {
  std::vector<std::string> types;
  types.reserve(parameters.size());
  for (const auto parameter : parameters) types.push_back(type_of(parameter, rules));
  return types;
}

/// `name: Type` (Rust, Kotlin, Swift, TypeScript, Python).
std::vector<std::string> name_first(const Parameters& parameters, const ParameterRules& rules);
/// `final @Nullable String name` (Java, C#).
std::vector<std::string> type_first(const Parameters& parameters, const ParameterRules& rules);

/// Where the bracket at `at` closes; npos if it does not. What stands in quotes counts for nothing,
/// nor does the end of an arrow.
size_t closing_bracket(std::string_view text, size_t at);

/// Appends the types of `list`, the text between the brackets, with commas and no spaces behind
/// them.
void append_parameter_types(std::string& out, std::string_view list, const ParameterRules& rules);

}  // namespace dossier
