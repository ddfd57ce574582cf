#pragma once
// The fields of the query language: the table in docs/query-language.md. A word before a colon is a
// field only if it is listed here; anything else is text.
#include <span>
#include <string_view>

namespace dossier::lang {

enum class FieldKind {
  choice,     // one of a list of words
  text,       // text, "phrase", gl*b, /regex/, or =exact
  flag,       // yes or no
  number,     // 7, >7, >=7, <7, <=7
  session,    // a session's id, the beginning of one, or last
  range,      // A..B: two snapshots
  chain,      // A..B: two methods
  relation,   // text as above or a sub-query, with depth:N after it
  directive,  // controls the answer; not within or, - and sub-queries
};

/// What a text field's plain value means.
enum class Match {
  contains,  // it occurs in the text
  tail,      // it is the text, or the part of it after a . / + or ::
  below,     // it is the text, or an ancestor of it
  equal,     // it is the text
};

struct Field {
  std::string_view name;
  FieldKind kind = FieldKind::text;
  Match match = Match::contains;
  bool globs = true;
  bool optional = false;  // it may stand without a value
  bool nests = false;     // it takes a sub-query as well
};

std::span<const Field> fields();
/// The name of a field that may be written as other programs call it: "repo" is "project".
std::string_view own_name(std::string_view field);
/// The field of this name or alias; null if there is none.
const Field* find_field(std::string_view name);

/// The values of kind:, in the order of the documentation.
std::span<const std::string_view> kinds();
/// The values of as:, in the order of ReferenceKind from 1 on.
std::span<const std::string_view> reference_kinds();
/// The columns for count: and sort:.
std::span<const std::string_view> columns();
/// What sort: takes beside them: numbers that are worked out for each row.
std::span<const std::string_view> measures();
/// The columns of rows without select:.
std::span<const std::string_view> usual_columns();

}  // namespace dossier::lang
