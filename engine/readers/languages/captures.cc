#include "engine/readers/languages/captures.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "engine/error.h"
#include "engine/readers/languages/branches.h"
#include "engine/readers/languages/macro_bodies.h"
#include "engine/readers/languages/match.h"
#include "engine/readers/languages/merged.h"
#include "engine/readers/languages/query.h"
#include "engine/readers/languages/source_text.h"

namespace dossier::languages {
namespace {

Span span_of(TSNode node) {
  const TSPoint start = ts_node_start_point(node);
  const TSPoint end = ts_node_end_point(node);
  Span span{ts_node_start_byte(node), ts_node_end_byte(node), start.row, end.row, start.column};
  // Some grammars' nodes include the line's end: such a node's last row is the row before.
  if (end.column == 0 && end.row > start.row) --span.end_row;
  return span;
}

/// From the one's beginning to the other's end.
Span both(const Span& first, const Span& last) {
  return {first.begin, last.end, first.row, last.end_row, first.column};
}

/// Collects the matches of one file.
class Collector {
 public:
  Collector(const Compiled& compiled, std::string_view text, size_t most_words)
      : compiled_(compiled), text_(text), most_words_(most_words) {}

  /// False for a word alone: of these the file may have more.
  bool add(const TSQueryMatch& match, const OpenPart* part) {
    if (!holds(match)) return true;
    bool counts_as_match = true;
    const auto counts = [&](uint32_t at) { return part == nullptr || blank_at(part->blanks, at); };
    const auto keep = [&](std::vector<Span>& spans, const Span& span) {
      if (counts(span.begin)) spans.push_back(span);
    };
    Definition definition;
    Import import;
    Span receiver, of, body, bound, generic, predicate, passed;
    Local local;
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
          if (counts(span.begin)) captures.mentions.push_back({kind, span, {}, {}});
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
        case Role::result:
          definition.result = span;
          break;
        case Role::local:
          local.name = span;
          break;
        case Role::assigned_local:
          local.name = span;
          local.is_assigned = true;
          break;
        case Role::field_local:
          local.name = span;
          local.is_assigned = local.is_field = true;
          break;
        case Role::elements:
          definition.value = span;
          local.is_element = true;
          break;
        case Role::part:
          local.part = span;
          break;
        case Role::within:
          local.within = span;
          break;
        case Role::block:
          keep(captures.blocks, span);
          break;
        case Role::hoisted:
          keep(captures.hoisted, span);
          break;
        case Role::global:
          keep(captures.globals, span);
          break;
        case Role::word:
          counts_as_match = match.capture_count > 1;
          if (captures.words.size() < most_words_) keep(captures.words, span);
          break;
        case Role::returned:
          keep(captures.returned, span);
          break;
        case Role::receiver:
          receiver = span;
          break;
        case Role::of:
          of = span;
          break;
        case Role::import:
          import.node = span;
          break;
        case Role::import_path:
          import.path = import.path.empty() ? span : both(import.path, span);
          break;
        case Role::import_outer:
          import.outer.push_back(span);
          break;
        case Role::import_name:
          import.name = span;
          break;
        case Role::import_alias:
          import.alias = span;
          break;
        case Role::import_default:
          import.is_default = true;
          break;
        case Role::import_passed:
          import.is_passed = true;
          break;
        case Role::import_module:
          import.is_module = true;
          break;
        case Role::renamed:
          passed = span;
          break;
        case Role::given_by_default:
          keep(captures.defaults, span);
          break;
        case Role::attribute:
          keep(captures.attributes, span);
          [[fallthrough]];
        case Role::above:
          keep(captures.above, span);
          break;
        case Role::doc:
          keep(captures.docs, span);
          break;
        case Role::comment:
          keep(captures.comments, span);
          break;
        case Role::generic:
          generic = span;
          break;
        case Role::bound:
          bound = span;
          break;
        case Role::access:
          keep(captures.accesses, span);
          break;
        case Role::literal:
          keep(captures.literals, span);
          break;
        case Role::predicate:
          predicate = span;
          break;
        case Role::tested_by:
          local.tested_by = span;
          break;
        case Role::written:
          keep(captures.written, span);
          break;
        case Role::body:
          body = span;
          break;
        case Role::hidden:
          break;
      }
    }
    if (captures.mentions.size() > mentions_before && captures.mentions.back().kind == kMacroBody) {
      const Span whole = captures.mentions.back().node;
      captures.mentions.pop_back();
      add_calls_of_macro(text_, whole, text_of(receiver), captures.mentions);
      return counts_as_match;
    }
    for (size_t i = mentions_before; i < captures.mentions.size(); ++i) {
      captures.mentions[i].receiver = receiver;
      captures.mentions[i].of = of;
    }
    if (!local.name.empty() && counts(local.name.begin)) {
      local.type = definition.type;
      local.value = definition.value;
      captures.locals.push_back(local);
    }
    if (!predicate.empty()) predicates_[text_of(predicate)] = definition.type;
    if (!generic.empty() && counts(generic.begin)) captures.generics.push_back({generic, bound});
    if (!passed.empty() && counts(passed.begin))
      captures.passed.push_back({definition.name, passed});
    if (!body.empty()) definition.head_end = body.begin;
    if (!definition.kind.empty() && !definition.name.empty()) {
      if (part == nullptr)
        ranked_.push_back({definition, match.pattern_index});
      else
        branches_.add({definition, match.pattern_index}, *part);
    }
    if (!import.path.empty() && counts(import.path.begin))
      imports_.push_back({import, match.pattern_index});
    return counts_as_match;
  }

  /// Orders everything; a name that several patterns define belongs to the first of them.
  Captures take() {
    for (auto& ranked : branches_.take()) ranked_.push_back(ranked);
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
    captures.imports = merged_imports(std::move(imports_));
    std::stable_sort(
        captures.mentions.begin(), captures.mentions.end(),
        [&](const Mention& a, const Mention& b) { return outer_first(a.node, b.node); });
    take_tested();
    merge_locals(captures.locals);
    const auto by_name = [](const Generic& a, const Generic& b) {
      return a.name.begin < b.name.begin;
    };
    std::stable_sort(captures.generics.begin(), captures.generics.end(), by_name);
    for (auto* spans : {&captures.attributes, &captures.above, &captures.docs, &captures.comments,
                        &captures.accesses, &captures.literals, &captures.returned, &captures.words,
                        &captures.blocks, &captures.globals}) {
      std::stable_sort(spans->begin(), spans->end(), outer_first);
    }
    return std::move(captures);
  }

  Captures captures;

 private:
  std::string_view text_of(const Span& span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  bool holds(const TSQueryMatch& match) const {
    for (const auto& one : compiled_.patterns[match.pattern_index].texts) {
      for (uint16_t i = 0; i < match.capture_count; ++i) {
        if (match.captures[i].index != one.capture) continue;
        const Span span = span_of(match.captures[i].node);
        const auto text = text_.substr(span.begin, span.end - span.begin);
        const bool among = one.texts.empty() ? is_capital(text)
                                             : std::find(one.texts.begin(), one.texts.end(),
                                                         text) != one.texts.end();
        if (among != one.wanted) return false;
      }
    }
    return true;
  }

  /// Whether a child stands within brackets of its parent's own, as the default of a parameter does
  /// in Swift, whose functions hold their parameters themselves.
  static bool is_in_brackets(TSNode child) {
    for (TSNode one = ts_node_prev_sibling(child); !ts_node_is_null(one);
         one = ts_node_prev_sibling(one)) {
      const std::string_view token = ts_node_type(one);
      if (token == "(" || token == ")") return token == "(";
    }
    return false;
  }

  void measure_head(Definition& definition, TSNode node) const {
    definition.head_end = definition.node.end;
    for (const auto field : compiled_.ends) {
      const TSNode child = ts_node_child_by_field_id(node, field);
      if (ts_node_is_null(child)) continue;
      if (field == compiled_.default_value && is_in_brackets(child)) continue;
      definition.head_end = std::min(definition.head_end, ts_node_start_byte(child));
      if (field == compiled_.accessors) definition.accessors = span_of(child);
    }
  }

  /// What functions of the file tell of variables.
  void take_tested() {
    for (Local& one : captures.locals) {
      if (one.tested_by.empty()) continue;
      const auto told = predicates_.find(text_of(one.tested_by));
      if (told != predicates_.end()) one.type = told->second;
    }
    std::erase_if(captures.locals,
                  [](const Local& one) { return !one.tested_by.empty() && one.type.empty(); });
  }

  const Compiled& compiled_;
  std::string_view text_;
  size_t most_words_;
  std::vector<Ranked<Definition>> ranked_;
  Branches branches_;
  std::vector<Ranked<Import>> imports_;
  std::unordered_map<std::string_view, Span> predicates_;  // the type that each tells
};

}  // namespace

Captures capture(const Language& language, std::string_view text, std::chrono::milliseconds limit,
                 size_t most) {
  const Compiled& compiled = compiled_for(language);
  Collector collector(compiled, text, most / 2);
  size_t count = 0;
  const Matched matched =
      match(language, compiled, text, limit, [&](const TSQueryMatch& match, const OpenPart* part) {
        if (collector.add(match, part) && ++count > most)
          throw Error(ErrorCode::limit, "it has over " + std::to_string(most) +
                                            " definitions, mentions and literals");
      });
  collector.captures.damaged_lines = matched.damaged_lines;
  collector.captures.timed_out = matched.timed_out;
  return collector.take();
}

}  // namespace dossier::languages
