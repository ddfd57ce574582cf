#pragma once
// A language's query (*.scm), compiled once per process, with the meanings of its captures and the
// predicates of its patterns. Only match.cc and captures.cc use it. The predicates are #any-of? and
// #not-any-of? with literals, #not-capital? and #inside?: all queries are ours and need no others.
#include <tree_sitter/api.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/readers/languages/capture_roles.h"
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

/// `#any-of? @a "b" "c"` or `#not-any-of? @a "b" "c"`; `#not-capital? @a`, where no text is given.
struct OneOf {
  uint32_t capture;
  std::vector<std::string_view> texts;
  bool wanted;
};

/// The predicates of a pattern.
struct Conditions {
  std::vector<OneOf> texts;
  /// `#inside? "block" "program/export_statement"`: the ancestors of the pattern's outermost node,
  /// innermost last; one of them must match, an empty list always does. Such a pattern begins at
  /// the node of interest, not at every node that could contain one.
  std::vector<std::vector<TSSymbol>> inside;
};

/// A language's query, compiled once for the process.
struct Compiled {
  Query query;
  PatternRoots roots;
  std::vector<CaptureRole> roles;    // by capture id
  std::vector<Conditions> patterns;  // by pattern
  std::vector<TSFieldId> ends;       // fields that end a definition's head
  TSFieldId accessors = 0, default_value = 0;
};

/// The language's query. Throws Error{internal} if it does not fit its grammar. Safe for several
/// threads.
const Compiled& compiled_for(const Language& language);

}  // namespace dossier::languages
