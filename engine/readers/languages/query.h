#pragma once
// A language's query (*.scm), compiled once for the process: what its captures stand for, and the
// predicates of its patterns. Only match.cc and captures.cc read it. Predicates are #any-of? and
// #not-any-of? with literals, and #inside?: the queries are ours, so a richer set would be code
// that nothing uses.
#include <tree_sitter/api.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/readers/languages/language.h"
#include "engine/readers/languages/pattern_roots.h"

namespace dossier::languages {

template <auto release>
struct Release {
  template <typename T>
  void operator()(T* resource) const {
    release(resource);
  }
};
using Parser = std::unique_ptr<TSParser, Release<ts_parser_delete>>;
using Tree = std::unique_ptr<TSTree, Release<ts_tree_delete>>;
using Query = std::unique_ptr<TSQuery, Release<ts_query_delete>>;
using Cursor = std::unique_ptr<TSQueryCursor, Release<ts_query_cursor_delete>>;

/// What a capture name stands for.
enum class Role : uint8_t {
  definition,
  mention,
  name,
  type,
  value,
  owner,
  self,
  assigned,
  receiver,
  import,
  import_path,
  import_name,
  import_alias,
  attribute,
  above,
  doc,
  comment,
  generic,
  body,
  access,
  literal,
  hidden,
};

struct CaptureName {
  Role role;
  std::string_view kind;  // after "def." or "ref."
};

/// `#any-of? @a "b" "c"` or `#not-any-of? @a "b" "c"`.
struct OneOf {
  uint32_t capture;
  std::vector<std::string_view> texts;
  bool wanted;
};

/// What else a pattern asks for.
struct Conditions {
  std::vector<OneOf> texts;
  /// `#inside? "block" "program/export_statement"`: what the pattern's outermost node stands in,
  /// innermost last; one of them has to hold, an empty list asks for nothing. A pattern that says
  /// so begins at the node it is about, and not at every node that could hold one.
  std::vector<std::vector<TSSymbol>> inside;
};

/// A language's query, compiled once for the process.
struct Compiled {
  Query query;
  PatternRoots roots;
  std::vector<CaptureName> names;    // by capture id
  std::vector<Conditions> patterns;  // by pattern
  std::vector<TSFieldId> ends;       // fields that end a definition's head
  TSFieldId accessors = 0;
};

/// The language's query. Throws Error{internal} where it does not fit its grammar. Safe to call
/// from several threads.
const Compiled& compiled_for(const Language& language);

}  // namespace dossier::languages
