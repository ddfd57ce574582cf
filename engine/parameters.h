#pragma once
// The types of a source's parameter list, as a member's key holds them: the name of a parameter,
// its default and its modifiers are told from its type by the rules of the language, so that a
// parameter that is renamed leaves the member what it is. Exports and assemblies follow no one
// grammar: member_key.cc has rules of its own for them.
//
// Rejected: to take the types from the syntax tree. Signatures also come from SCIP indexes and
// tags, and brackets and a few words tell as much.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier {

/// How a language writes parameters.
enum class ParameterStyle : uint8_t {
  unknown,
  name_first,  // Rust, Kotlin, Swift, TypeScript, Python: `name: Type`
  go,          // `a, b int`, or types alone
  c,           // `const char *argv[]`, `void (*done)(int)`, names left out
  type_first,  // Java, C#: `final @Nullable String name`
  php,         // `private ?string $name = null`
  names,       // Ruby: no types
};

/// `language` as Module::language has it.
ParameterStyle parameter_style(std::string_view language);

/// Where the bracket at `at` closes; npos if it does not. What stands in quotes counts for nothing,
/// nor does the end of an arrow.
size_t closing_bracket(std::string_view text, size_t at);

/// Appends the types of `list`, the text between the brackets, with commas and no spaces behind
/// them. Where nothing is said of a type (Python, Ruby, JavaScript) the name stands for it; a
/// language in which that means any type (PHP, TypeScript) has its word for it. Swift's labels
/// belong to a method's name and stay. The language has a style.
void append_parameter_types(std::string& out, std::string_view list, std::string_view language);

}  // namespace dossier
