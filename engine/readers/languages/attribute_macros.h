#pragma once
// Macros that stand like attributes (class LEVELDB_EXPORT DB, int __init start(void), Q_OBJECT): a
// grammar that does not know what they expand to takes them for types or calls, and loses what they
// stand before. A word in capitals, or one that begins with "__", is taken for one where no type
// can stand: before a destructor, behind a name, among the parameters of a template, …; a call
// before a block of statements is taken for a loop, and a word before one for a keyword. Only texts
// that do not parse are looked at: guesses must not spoil others.
//
// Rejected: a list of known macros. Every project has its own.
#include <string_view>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"

namespace dossier::languages {

/// The macros with their arguments, not in order.
Blanks attribute_macros(std::string_view text, const std::vector<PlainToken>& tokens);

}  // namespace dossier::languages
