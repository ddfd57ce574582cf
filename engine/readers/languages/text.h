#pragma once
// Small pure functions over pieces of source text: names as written, comments without their
// markers, heads of definitions as signatures, modifiers as flags.
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

/// A reference as written, taken apart: "a.b.List<int>" is the name "List" with receiver "a.b".
struct Written {
  std::string_view receiver;  // before the last separator; "" = none
  std::string_view name;      // "" = the text does not end in a name
};
/// Type arguments behind the name are skipped. A name between backticks (Kotlin's, Swift's) keeps
/// them; C++'s destructor keeps its ~.
Written take_apart(std::span<const std::string_view> separators, std::string_view written);

/// The name that a language means by how it is written: without the marks that only tell it from a
/// keyword (its name_escape, or backticks).
std::string_view meant_name(const Language& language, std::string_view written);

/// `text` with each run of white space (and comments' worth of it) made one space, ends trimmed.
std::string collapse(std::string_view text);

/// A path of names with every language's separators made dots: "a::b" and "a\\b" are "a.b".
std::string dotted(std::string_view path);

/// A file's path without its extension.
std::string_view stem_of(std::string_view path);

/// The head of a definition as its signature: collapsed, without what introduces the body
/// ("{", "=>", "=", ":"), at most 600 bytes.
std::string signature_text(std::string_view head);

/// A list in parentheses that begins at `at`, with them; what stands in quotes is passed over. To
/// the end of the text where it does not close.
std::string_view list_at(std::string_view text, size_t at);

/// The flags (engine/fact.h) that the modifier keywords among the words of `text` stand for.
/// Anything in parentheses, brackets or quotes is passed over.
uint32_t modifiers_in(std::span<const Modifier> modifiers, std::string_view text);

/// The number of type parameters in "<A, B>…"; 0 when `text` does not start with "<".
unsigned arity_of(std::string_view text);

}  // namespace dossier::languages
