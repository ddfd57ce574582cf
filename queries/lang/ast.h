#pragma once
// The second stage: the syntax tree of a query, before its fields are resolved.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "queries/lang/token.h"

namespace dossier::lang {

/// A text as it was written.
struct Value {
  enum Form { word, phrase, regex };
  Form form = word;
  std::string text;
  Span span;
};

struct Node {
  enum Kind { all_of, any_of, none_of, text, field };
  Kind kind = all_of;
  std::vector<Node> parts;    // of all_of, any_of, none_of; of a field: its sub-query
  std::string name;           // of a field, as written
  std::string sign;           // of a field
  std::vector<Value> values;  // of text: one; of a field without sub-query: one or a list
  Span span;

  /// `(and word:player (field kind word:method))`
  std::string dump() const;
};

/// The tree of a query; an empty query is an all_of without parts.
Parsed<Node> parse(std::string_view query);

}  // namespace dossier::lang
