#pragma once
// The third stage: a tree with resolved fields, values and directives. Every text is now a regular
// expression or an exact text, so later stages compare in one way only.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "queries/lang/ast.h"

namespace dossier::lang {

/// The subject of a condition.
enum class Subject {
  any,  // name, full name or signature
  name,
  full,
  sig,
  in,
  ns,
  module,
  project,
  lang,
  file,
  base,
  attr,
  literal,
  content,
  note,
  as,
  is_public,
  is_static,
  is_abstract,
  is_generated,
  line,
  token,
  seen,
  cited,
  changed,
  added,
  removed,
  moved,
  derives,
  implements,
  overrides,
  calls,
  calledby,
  reads,
  writes,
  refs,
  refby,
  doc,
  chain,
  author,
  dated,  // changed: of dates
};
std::string_view name_of(Subject subject);

struct Condition {
  enum Kind {
    all_of,
    any_of,
    none_of,
    text,
    kinds,
    flag,
    number,
    session,
    range,
    chain,
    relation,
    within,  // in what a sub-query finds: of in: and file:
  };
  Kind kind = all_of;
  std::vector<Condition> parts;  // of all_of, any_of, none_of; of within, and of a relation if it
                                 // has one: the sub-query; of text: the alternatives it was merged
                                 // from, if any
  Subject subject = Subject::any;
  std::string pattern;  // of text, and of a relation without sub-query: a regular expression, or …
                        // of session: its id, last, or "" for any; of range: the older snapshot,
                        // or the first day, "" = whenever;
                        // of chain: who calls
  std::string until;    // of range: the newer one, the last day; of chain: who is called
  bool exact = false;   // … the text itself
  bool plain = false;   // the pattern is made of literal text only
  std::string written;  // of a relation, or a text without a field, if not a pattern: as written
  std::vector<std::string> choices;  // of kinds
  bool yes = true;                   // of flag
  std::string sign;                  // of number: = < <= > >=
  int64_t value = 0;                 // of number
  int64_t depth = 1;                 // of relation
  Span span;                         // of a field: where the query has it

  std::string dump() const;
};

/// Whether the condition or a part of it passes the test.
template <typename Test>
bool any_part(const Condition& condition, const Test& test) {
  return test(condition) ||
         std::any_of(condition.parts.begin(), condition.parts.end(),
                     [&](const Condition& part) { return any_part(part, test); });
}

struct Resolved {
  Condition where;
  std::vector<std::string> words;    // lower-case texts that rank the answer; none: discovery order
  std::vector<std::string> written;  // the same before lower-casing
  std::string at;                    // snapshot id or label; "" = the newest
  std::optional<int64_t> limit;
  int64_t offset = 0;
  std::optional<int64_t> budget;  // tokens
  std::string sort;               // a column or measure; "" = by rank, then discovery order
  bool descending = false;
  std::vector<std::string> select;
  std::vector<std::string> count;  // one or two columns to group by; none: rows are wanted
  std::vector<std::string> notes;  // likely mistakes: "'knd:' is not a field …"

  std::string dump() const;
};

/// Finds out what the tree means. Borrows nothing from it.
Parsed<Resolved> resolve(const Node& tree);

/// The text as a regular expression that matches it and nothing else.
std::string quote_regex(std::string_view text);

}  // namespace dossier::lang
