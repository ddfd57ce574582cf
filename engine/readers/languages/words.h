#pragma once
// The words of a file that stand for themselves and may be names of types, functions and variables
// of the file or of what it imports: `reg(handler)`, `count = 3`, `case Red`.
//
// Rejected: a pattern of the grammar for each place where a name may stand.
#include <vector>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/locals.h"
#include "engine/readers/languages/outline.h"

namespace dossier::languages {

/// The kind of a mention that is made of a word.
inline constexpr std::string_view kWord = "word";
/// That of a name behind what has it.
inline constexpr std::string_view kField = "field";
/// Those of a field that something is made with, and of one that a pattern takes.
inline constexpr std::string_view kInit = "init", kPart = "part";
/// That of a field that an argument is made with.
inline constexpr std::string_view kArgument = "argument";

/// Those of a value that is named without its type: where a value of that type is expected, and
/// where an argument is.
inline constexpr std::string_view kCase = "case", kCaseArgument = "case_argument";

constexpr bool is_case(std::string_view kind) { return kind == kCase || kind == kCaseArgument; }

/// That of a word that may name a field of the type around.
inline constexpr std::string_view kOwnField = "own_field";

/// Whether the mention is of a field of something.
constexpr bool names_field(std::string_view kind) {
  return kind == kField || kind == kInit || kind == kPart || kind == kOwnField ||
         kind == kArgument || is_case(kind);
}

/// The captured mentions, and words whose name the file defines or imports, or is a field's by
/// convention, in order.
std::vector<Mention> with_words(const Language& language, std::string_view text,
                                const Captures& captures, const Outline& outline,
                                const Imports& imports);

/// Whether the word is the whole of a name, not that of an argument or a label, and no variable's.
bool stands_alone(const Language& language, std::string_view text, const Span& word,
                  const Locals& locals, uint32_t holder);

/// Whether a name alone that is no variable's calls what bears it (Ruby).
bool calls_by_name(const Language& language);

/// `LIMIT`, `MAX_2`.
bool all_capitals(std::string_view name);

/// Whether what ends at `end` is assigned to.
bool is_assigned(std::string_view text, uint32_t end);

/// Whether one of the marks (words separated by spaces) stands in front of the path at [begin,
/// end), which goes no further: `&order.price`, `ref price`.
bool is_address_taken(std::string_view marks, std::string_view text, uint32_t begin, uint32_t end);

}  // namespace dossier::languages
