#include "engine/readers/languages/captures.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>

#include "engine/error.h"
#include "engine/readers/languages/queries.h"

namespace dossier::languages {
namespace {

using Deadline = std::chrono::steady_clock::time_point;

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
  std::vector<CaptureName> names;               // by capture id
  std::vector<std::vector<Equality>> patterns;  // predicates by pattern
  std::vector<TSFieldId> ends;                  // fields that end a definition's head
  TSFieldId accessors = 0;
};

CaptureName role_of(std::string_view name) {
  static constexpr std::pair<std::string_view, Role> kRoles[] = {
      {"name", Role::name},
      {"type", Role::type},
      {"value", Role::value},
      {"owner", Role::owner},
      {"self", Role::self},
      {"assigned", Role::assigned},
      {"receiver", Role::receiver},
      {"import", Role::import},
      {"import.path", Role::import_path},
      {"import.name", Role::import_name},
      {"import.alias", Role::import_alias},
      {"attribute", Role::attribute},
      {"above", Role::above},
      {"doc", Role::doc},
      {"comment", Role::comment},
      {"generic", Role::generic},
      {"body", Role::body},
      {"access", Role::access},
  };
  if (name.starts_with("def.")) return {Role::definition, name.substr(4)};
  if (name.starts_with("ref.")) return {Role::mention, name.substr(4)};
  if (name.starts_with("_")) return {Role::hidden, {}};
  for (const auto& [text, role] : kRoles) {
    if (text == name) return {role, {}};
  }
  throw Error(ErrorCode::internal, "a language query has an unknown capture @" + std::string(name));
}

std::string text_of(std::string_view files_wanted) {
  std::string text;
  while (!files_wanted.empty()) {
    const auto name = files_wanted.substr(0, files_wanted.find(' '));
    files_wanted.remove_prefix(std::min(files_wanted.size(), name.size() + 1));
    const auto files = queries::files();
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const queries::File& file) { return file.name == name; });
    if (found == files.end()) {
      throw Error(ErrorCode::internal, "no language query " + std::string(name));
    }
    text.append(found->text).append("\n");
  }
  return text;
}

std::vector<Equality> predicates_of(const TSQuery* query, uint32_t pattern) {
  std::vector<Equality> result;
  uint32_t count = 0;
  const auto* step = ts_query_predicates_for_pattern(query, pattern, &count);
  for (uint32_t i = 0; i + 3 < count; i += 4) {  // eq? @capture "text" end
    uint32_t length = 0;
    const char* text = ts_query_string_value_for_id(query, step[i + 2].value_id, &length);
    uint32_t name_length = 0;
    const std::string_view name =
        ts_query_string_value_for_id(query, step[i].value_id, &name_length);
    result.push_back({step[i + 1].value_id, {text, length}, name == "eq?"});
  }
  return result;
}

std::unique_ptr<Compiled> compile(const Language& language) {
  const std::string source = text_of(language.queries);
  uint32_t offset = 0;
  TSQueryError error = TSQueryErrorNone;
  auto compiled = std::make_unique<Compiled>();
  compiled->query.reset(ts_query_new(language.grammar(), source.data(),
                                     static_cast<uint32_t>(source.size()), &offset, &error));
  if (!compiled->query) {
    throw Error(ErrorCode::internal,
                "the query of " + std::string(language.name) + " does not fit its grammar at \"" +
                    source.substr(offset, 40) + "\"",
                std::string(language.queries));
  }
  const TSQuery* query = compiled->query.get();
  for (uint32_t id = 0; id < ts_query_capture_count(query); ++id) {
    uint32_t length = 0;
    const char* name = ts_query_capture_name_for_id(query, id, &length);
    compiled->names.push_back(role_of({name, length}));
  }
  for (uint32_t pattern = 0; pattern < ts_query_pattern_count(query); ++pattern) {
    compiled->patterns.push_back(predicates_of(query, pattern));
  }
  const auto field = [&](std::string_view name) {
    return ts_language_field_id_for_name(language.grammar(), name.data(),
                                         static_cast<uint32_t>(name.size()));
  };
  for (const char* name : {"body", "value", "right", "accessors", "default_value"}) {
    if (const auto id = field(name)) compiled->ends.push_back(id);
  }
  compiled->accessors = field("accessors");
  return compiled;
}

const Compiled& compiled_for(const Language& language) {
  static std::mutex mutex;
  static std::map<const Language*, std::unique_ptr<Compiled>> cache;
  const std::lock_guard lock(mutex);
  auto& entry = cache[&language];
  if (!entry) entry = compile(language);
  return *entry;
}

Span span_of(TSNode node) {
  const TSPoint start = ts_node_start_point(node);
  const TSPoint end = ts_node_end_point(node);
  Span span{ts_node_start_byte(node), ts_node_end_byte(node), start.row, end.row, start.column};
  // Some grammars' nodes include the line's end: such a node's last row is the row before.
  if (end.column == 0 && end.row > start.row) --span.end_row;
  return span;
}

/// Collects the matches of one file.
class Collector {
 public:
  Collector(const Compiled& compiled, std::string_view text) : compiled_(compiled), text_(text) {}

  void add(const TSQueryMatch& match) {
    if (!holds(match)) return;
    Definition definition;
    Import import;
    Span receiver, body;
    const size_t mentions_before = captures.mentions.size();
    for (uint16_t i = 0; i < match.capture_count; ++i) {
      const auto& [role, kind] = compiled_.names[match.captures[i].index];
      const Span span = span_of(match.captures[i].node);
      switch (role) {
        case Role::definition:
          definition.kind = kind;
          definition.node = span;
          measure_head(definition, match.captures[i].node);
          break;
        case Role::mention:
          captures.mentions.push_back({kind, span, {}});
          break;
        case Role::name:
          definition.name = span;
          break;
        case Role::type:
          definition.type = span;
          break;
        case Role::value:
          definition.value = span;
          break;
        case Role::owner:
          definition.owner = span;
          break;
        case Role::self:
          definition.self = span;
          break;
        case Role::assigned:
          definition.assigned = span;
          break;
        case Role::receiver:
          receiver = span;
          break;
        case Role::import:
          import.node = span;
          break;
        case Role::import_path:
          import.path = span;
          break;
        case Role::import_name:
          import.name = span;
          break;
        case Role::import_alias:
          import.alias = span;
          break;
        case Role::attribute:
          captures.attributes.push_back(span);
          [[fallthrough]];
        case Role::above:
          captures.above.push_back(span);
          break;
        case Role::doc:
          captures.docs.push_back(span);
          break;
        case Role::comment:
          captures.comments.push_back(span);
          break;
        case Role::generic:
          captures.generics.push_back(span);
          break;
        case Role::access:
          captures.accesses.push_back(span);
          break;
        case Role::body:
          body = span;
          break;
        case Role::hidden:
          break;
      }
    }
    for (size_t i = mentions_before; i < captures.mentions.size(); ++i) {
      captures.mentions[i].receiver = receiver;
    }
    if (!body.empty()) definition.head_end = body.begin;
    if (!definition.kind.empty() && !definition.name.empty()) {
      ranked_.push_back({definition, match.pattern_index});
    }
    if (!import.path.empty()) imports_.push_back({import, match.pattern_index});
  }

  /// Orders everything; a name that several patterns define belongs to the first of them.
  Captures take() {
    std::stable_sort(ranked_.begin(), ranked_.end(),
                     [](const auto& a, const auto& b) { return a.pattern < b.pattern; });
    std::unordered_set<uint32_t> named;
    for (const auto& [import, pattern] : imports_) {  // `const fs = require("fs")` is an import
      named.insert(import.alias.empty() ? import.name.begin : import.alias.begin);
    }
    for (auto& ranked : ranked_) {
      if (named.insert(ranked.value.name.begin).second) {
        captures.definitions.push_back(ranked.value);
      }
    }
    const auto outer_first = [](const Span& a, const Span& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    };
    std::stable_sort(captures.definitions.begin(), captures.definitions.end(),
                     [&](const Definition& a, const Definition& b) {
                       if (outer_first(a.node, b.node)) return true;
                       if (outer_first(b.node, a.node)) return false;
                       return a.name.begin < b.name.begin;
                     });
    take_imports();
    std::stable_sort(
        captures.mentions.begin(), captures.mentions.end(),
        [&](const Mention& a, const Mention& b) { return outer_first(a.node, b.node); });
    for (auto* spans : {&captures.attributes, &captures.above, &captures.docs, &captures.comments,
                        &captures.accesses}) {
      std::stable_sort(spans->begin(), spans->end(), outer_first);
    }
    return std::move(captures);
  }

  Captures captures;

 private:
  template <typename T>
  struct Ranked {
    T value;
    uint16_t pattern;
  };

  bool holds(const TSQueryMatch& match) const {
    for (const auto& equality : compiled_.patterns[match.pattern_index]) {
      for (uint16_t i = 0; i < match.capture_count; ++i) {
        if (match.captures[i].index != equality.capture) continue;
        const Span span = span_of(match.captures[i].node);
        const bool equal = text_.substr(span.begin, span.end - span.begin) == equality.text;
        if (equal != equality.wanted) return false;
      }
    }
    return true;
  }

  void measure_head(Definition& definition, TSNode node) const {
    definition.head_end = definition.node.end;
    for (const auto field : compiled_.ends) {
      const TSNode child = ts_node_child_by_field_id(node, field);
      if (ts_node_is_null(child)) continue;
      definition.head_end = std::min(definition.head_end, ts_node_start_byte(child));
      if (field == compiled_.accessors) definition.accessors = span_of(child);
    }
  }

  /// An import that a more telling pattern found too (with a name or an alias) is reported once.
  void take_imports() {
    std::stable_sort(imports_.begin(), imports_.end(),
                     [](const auto& a, const auto& b) { return a.pattern < b.pattern; });
    std::unordered_set<uint64_t> seen;
    for (const auto& [import, pattern] : imports_) {
      const uint32_t own = import.name.empty() ? import.alias.begin : import.name.begin;
      const bool bare = import.name.empty() && import.alias.empty();
      if (bare && seen.count(uint64_t{import.path.begin} << 32)) continue;
      if (!seen.insert((uint64_t{import.path.begin} << 32) | own).second) continue;
      seen.insert(uint64_t{import.path.begin} << 32);
      captures.imports.push_back(import);
    }
    std::stable_sort(captures.imports.begin(), captures.imports.end(),
                     [](const Import& a, const Import& b) { return a.node.begin < b.node.begin; });
  }

  const Compiled& compiled_;
  std::string_view text_;
  std::vector<Ranked<Definition>> ranked_;
  std::vector<Ranked<Import>> imports_;
};

Tree parse(const Language& language, std::string_view text, Deadline& deadline) {
  static thread_local Parser parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), language.grammar())) {
    throw Error(ErrorCode::internal,
                "the grammar of " + std::string(language.name) + " is of another ABI");
  }
  ts_parser_reset(parser.get());
  TSInput input{&text,
                [](void* payload, uint32_t byte, TSPoint, uint32_t* read) {
                  const auto& all = *static_cast<std::string_view*>(payload);
                  const auto rest = all.substr(std::min<size_t>(byte, all.size()));
                  *read = static_cast<uint32_t>(rest.size());
                  return rest.data();
                },
                TSInputEncodingUTF8, nullptr};
  TSParseOptions options{&deadline, [](TSParseState* state) {
                           return std::chrono::steady_clock::now() >
                                  *static_cast<Deadline*>(state->payload);
                         }};
  return Tree(ts_parser_parse_with_options(parser.get(), nullptr, input, options));
}

}  // namespace

Captures capture(const Language& language, std::string_view text, std::chrono::milliseconds limit) {
  const Compiled& compiled = compiled_for(language);
  Deadline deadline = std::chrono::steady_clock::now() + limit;
  Collector collector(compiled, text);
  const Tree tree = parse(language, text, deadline);
  if (!tree) {
    collector.captures.timed_out = true;
    return collector.take();
  }
  const TSNode root = ts_tree_root_node(tree.get());
  collector.captures.errors = ts_node_has_error(root) ? 1 : 0;

  // Kept for the next file: what it has allocated is as large as the last one needed.
  static thread_local const Cursor cursor(ts_query_cursor_new());
  // Enough for every file seen; a bound keeps a hostile file from taking the memory.
  ts_query_cursor_set_match_limit(cursor.get(), 65536);
  TSQueryCursorOptions options{&deadline, [](TSQueryCursorState* state) {
                                 return std::chrono::steady_clock::now() >
                                        *static_cast<Deadline*>(state->payload);
                               }};
  ts_query_cursor_exec_with_options(cursor.get(), compiled.query.get(), root, &options);
  TSQueryMatch match;
  while (ts_query_cursor_next_match(cursor.get(), &match)) collector.add(match);
  collector.captures.timed_out = std::chrono::steady_clock::now() > deadline;
  return collector.take();
}

}  // namespace dossier::languages
