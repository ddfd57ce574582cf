#pragma once
// A language's query (*.scm), compiled once for the process: what its captures stand for, and the
// predicates of its patterns. Only captures.cc reads it. Predicates are #eq? and #not-eq? with a
// literal: the queries are ours, so a richer set would be code that nothing uses.
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
  hidden,
};

struct CaptureName {
  Role role;
  std::string_view kind;  // after "def." or "ref."
};

/// `#eq? @a "b"` or `#not-eq? @a "b"`: the only predicates; the queries are ours.
struct Equality {
  uint32_t capture;
  std::string_view text;
  bool wanted;
};

/// A language's query, compiled once for the process.
struct Compiled {
  Query query;
  PatternRoots roots;
  std::vector<CaptureName> names;               // by capture id
  std::vector<std::vector<Equality>> patterns;  // predicates by pattern
  std::vector<TSFieldId> ends;                  // fields that end a definition's head
  TSFieldId accessors = 0;
};

/// The language's query. Throws Error{internal} where it does not fit its grammar. Safe to call
/// from several threads.
const Compiled& compiled_for(const Language& language);

}  // namespace dossier::languages
