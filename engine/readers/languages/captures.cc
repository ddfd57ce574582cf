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
    MatchParts parts;
    const size_t mentions_before = captures.mentions.size();
    for (uint16_t i = 0; i < match.capture_count; ++i) {
      const CaptureRole& role = compiled_.roles[match.captures[i].index];
      const TSNode node = match.captures[i].node;
      const Span span = span_of(node);
      if (role.put) {
        role.put(parts, span);
      } else if (role.list) {
        if (role.list == &Captures::words) counts_as_match = match.capture_count > 1;
        if (counts(span.begin)) keep(role.list, span);
      } else if (!role.definition.empty()) {
        parts.definition.kind = role.definition;
        parts.definition.node = span;
        measure_head(parts.definition, node);
      } else if (!role.mention.empty() && counts(span.begin)) {
        captures.mentions.push_back({role.mention, span, {}, {}});
      }
    }
    auto& [definition, local, import, generic, passed, receiver, of, body, predicate] = parts;
    if (captures.mentions.size() > mentions_before && captures.mentions.back().kind == kMacroBody) {
      const Span whole = captures.mentions.back().node;
      captures.mentions.pop_back();
      add_calls_of_macro(text_, whole, receiver.of(text_), captures.mentions);
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
    if (!predicate.empty()) predicates_[predicate.of(text_)] = definition.type;
    if (!generic.name.empty() && counts(generic.name.begin)) captures.generics.push_back(generic);
    if (!passed.as.empty() && counts(passed.as.begin))
      captures.passed.push_back({definition.name, passed.as});
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
  void keep(std::vector<Span> Captures::*list, const Span& span) {
    if (list == &Captures::words && captures.words.size() >= most_words_) return;
    (captures.*list).push_back(span);
    if (list == &Captures::attributes) captures.above.push_back(span);
  }

  bool holds(const TSQueryMatch& match) const {
    for (const auto& one : compiled_.patterns[match.pattern_index].texts) {
      for (uint16_t i = 0; i < match.capture_count; ++i) {
        if (match.captures[i].index != one.capture) continue;
        const Span span = span_of(match.captures[i].node);
        const auto text = span.of(text_);
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
      const auto told = predicates_.find(one.tested_by.of(text_));
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
