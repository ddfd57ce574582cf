#pragma once
// Small pure functions on pieces of source text: names as written, white space, heads of
// definitions as signatures, modifiers as flags.
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

/// Whether the character may stand in a name of any language: `@name`, `#name` and `$name` too.
bool is_part_of_name(char c);

/// Whether the name, behind underscores, begins with a capital.
bool is_capital(std::string_view name);

/// A reference split into its parts: "a.b.List<int>" is the name "List" with receiver "a.b".
struct Written {
  std::string_view receiver;  // before the last separator; "" = none
  std::string_view name;      // "" = the text does not end in a name
};
/// Type arguments after the name are skipped. A name between backticks (Kotlin's, Swift's) keeps
/// them; C++'s destructor keeps its ~.
Written take_apart(std::span<const std::string_view> separators, std::string_view written);

/// The name without the marks that only distinguish it from a keyword (the language's name_escape,
/// or backticks).
std::string_view meant_name(const Language& language, std::string_view written);

/// `text` with each run of white space (and comments) replaced by one space, and trimmed.
std::string collapse(std::string_view text);

/// A path of names with every language's separators replaced by dots: "a::b" and "a\\b" become
/// "a.b".
std::string dotted(std::string_view path);

/// A file's path without its extension.
std::string_view stem_of(std::string_view path);

/// The signature from the head of a definition: collapsed, without what introduces the body ("{",
/// "=>", "=", ":"), at most 600 bytes.
std::string signature_text(std::string_view head);

/// The list in parentheses that begins at `at`, including them; quoted text is skipped. Extends to
/// the end of the text if it does not close.
std::string_view list_at(std::string_view text, size_t at);

/// The flags (engine/fact.h) of the modifier keywords among the words of `text`. Text in
/// parentheses, brackets or quotes is skipped.
uint32_t modifiers_in(std::span<const Modifier> modifiers, std::string_view text);

/// The number of type parameters in "<A, B>…"; 0 if `text` does not start with "<".
unsigned arity_of(std::string_view text);

}  // namespace dossier::languages
