#pragma once
// The parameter types of a source's member, as its key contains them. The rules of the language
// separate a parameter's type from its name, default and modifiers, so renaming a parameter does
// not change the member's identity. Exports and assemblies do not follow one grammar; member_key.cc
// has their rules.
//
// Rejected: taking the types from the syntax tree. Signatures also come from SCIP indexes and tags,
// and brackets and a few words are enough.
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
  /// The types, in order; the name of a parameter without a type. Null: the language has no rules.
  std::vector<std::string> (*types)(const Parameters& parameters,
                                    const ParameterRules& rules) = nullptr;
  std::string_view attributes = "@";   // begins an attribute: "@A(1)", "[A]"
  std::string_view rest = ".";         // marks the parameter that takes the rest
  std::string_view rest_word = {};     // or the word before it: "vararg"
  std::string_view any = {};           // written for a missing type
  std::string_view pattern_word = {};  // before a name without a type: "mut"
  bool labels = false;                 // labels are part of the method's name and are kept
};

/// type_of() of each parameter.
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

/// The position of the bracket that closes the one at `at`, or npos. Quoted text and the end of an
/// arrow are ignored.
size_t closing_bracket(std::string_view text, size_t at);

/// Appends the types of `list`, the text between the brackets, separated by commas without spaces.
void append_parameter_types(std::string& out, std::string_view list, const ParameterRules& rules);

}  // namespace dossier
