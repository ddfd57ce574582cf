#pragma once
// The first stage: a query's text as tokens. Names in real programs contain punctuation, so a
// character is special only where it cannot be part of a name: quotes, slashes and dashes at the
// beginning of a token, parentheses that the word itself did not open, a colon after the name of a
// field (but never ::).
#include <string>
#include <string_view>
#include <vector>

#include "queries/lang/diagnostic.h"

namespace dossier::lang {

struct Token {
  enum Kind { word, phrase, regex, field, open, close, either, negate };
  Kind kind = word;
  std::string text;  // without quotes and slashes; the field's name as written
  std::string sign;  // of a field: "" or one of = < <= > >=
  Span span;

  std::string dump() const;
};

/// All tokens of the query, or what is wrong with it.
Parsed<std::vector<Token>> tokens(std::string_view query);

/// `word:player field:kind word:method`
std::string dump(const std::vector<Token>& tokens);

}  // namespace dossier::lang
