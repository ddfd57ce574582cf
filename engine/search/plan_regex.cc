#include <algorithm>
#include <iterator>

#include "engine/search/pattern.h"
#include "engine/search/plan.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

using Op = Regex::Op;
/// Strings of symbols (bytes 0..63), sorted, without repeats.
using Strings = std::vector<std::string>;

constexpr size_t kMostStrings = 32;
constexpr size_t kMostOfSet =
    8;  // characters: [a-z] as strings would multiply the formula for little
constexpr size_t kMostBytes = 4096;
constexpr uint32_t kMostCopies = 3;  // of a repeated part that are followed exactly
constexpr size_t kEdge = 2;  // symbols of a prefix or suffix worth keeping: one below a trigram
constexpr size_t kMostGrams = 24;  // per string

void tidy(Strings& strings) {
  std::sort(strings.begin(), strings.end());
  strings.erase(std::unique(strings.begin(), strings.end()), strings.end());
}

// The grams that a string must leave in the index: its trigrams (evenly chosen when there are
// many), or itself when shorter.
Plan plan_string(std::string_view symbols) {
  const auto at = [&](size_t i) { return static_cast<uint32_t>(symbols[i]); };
  if (symbols.empty()) return Plan::all();
  if (symbols.size() == 1) return Plan::of(gram1(at(0)));
  if (symbols.size() == 2) return Plan::of(gram2(at(0), at(1)));
  const size_t trigrams = symbols.size() - 2;
  const size_t chosen = std::min(trigrams, kMostGrams);
  std::vector<Plan> parts;
  for (size_t i = 0; i < chosen; ++i) {
    const size_t from = i * trigrams / chosen;
    parts.push_back(Plan::of(gram3(at(from), at(from + 1), at(from + 2))));
  }
  return Plan::both(std::move(parts));
}

Plan plan_strings(const Strings& strings) {
  std::vector<Plan> parts;
  for (const std::string& text : strings) parts.push_back(plan_string(text));
  return Plan::either(std::move(parts));
}

/// What is known of the texts that a subpattern matches. Every match is one of `exact` where those
/// are known, and otherwise begins with one of `prefix` and ends with one of `suffix`; wherever it
/// matches, `match` holds of the field, and that covers the grams of prefix and suffix.
struct Knowledge {
  bool is_exact = false;
  Strings exact;
  Strings prefix = {""};
  Strings suffix = {""};
  std::vector<Plan> match;

  static Knowledge strings(Strings exact) {
    Knowledge out;
    out.is_exact = true;
    out.exact = std::move(exact);
    return out;
  }
  static Knowledge anything() { return {}; }
  const Strings& first() const { return is_exact ? exact : prefix; }
  const Strings& last() const { return is_exact ? exact : suffix; }
};

Strings clipped(const Strings& strings, bool front) {
  Strings out;
  for (const std::string& text : strings) {
    out.push_back(text.size() <= kEdge ? text
                  : front              ? text.substr(0, kEdge)
                                       : text.substr(text.size() - kEdge));
  }
  tidy(out);
  return out;
}

size_t bytes_of(const Strings& strings) {
  size_t bytes = 0;
  for (const std::string& text : strings) bytes += text.size();
  return bytes;
}

/// Every a followed by every b; absent (false) when that would be too many.
bool cross(const Strings& a, const Strings& b, Strings& out) {
  if (a.size() * b.size() > kMostStrings) return false;
  if (bytes_of(a) * b.size() + bytes_of(b) * a.size() > kMostBytes) return false;
  out.clear();
  for (const std::string& x : a) {
    for (const std::string& y : b) out.push_back(x + y);
  }
  tidy(out);
  return true;
}

/// Gives up the exact strings, keeping what follows from them.
void loosen(Knowledge& known) {
  if (!known.is_exact) return;
  known.match.push_back(plan_strings(known.exact));
  known.prefix = clipped(known.exact, true);
  known.suffix = clipped(known.exact, false);
  known.is_exact = false;
  known.exact.clear();
}

Knowledge concatenation(Knowledge a, Knowledge b) {
  Strings crossed;
  const bool small = cross(a.last(), b.first(), crossed);
  Knowledge out;
  out.match = std::move(a.match);
  std::move(b.match.begin(), b.match.end(), std::back_inserter(out.match));
  if (a.is_exact && b.is_exact && small) {
    out.is_exact = true;
    out.exact = std::move(crossed);
    return out;
  }
  if (small) {
    out.match.push_back(plan_strings(crossed));
  } else {
    if (a.is_exact) out.match.push_back(plan_strings(a.exact));
    if (b.is_exact) out.match.push_back(plan_strings(b.exact));
  }
  out.prefix = !a.is_exact ? a.prefix : clipped(small ? crossed : a.exact, true);
  out.suffix = !b.is_exact ? b.suffix : clipped(small ? crossed : b.exact, false);
  return out;
}

Knowledge alternation(std::vector<Knowledge> choices) {
  Strings all;
  bool exact = true;
  size_t bytes = 0;
  for (const Knowledge& choice : choices) {
    exact = exact && choice.is_exact && choice.match.empty();
    bytes += bytes_of(choice.exact);
    all.insert(all.end(), choice.exact.begin(), choice.exact.end());
  }
  tidy(all);
  if (exact && all.size() <= kMostStrings && bytes <= kMostBytes) {
    return Knowledge::strings(std::move(all));
  }
  Knowledge out;
  out.prefix.clear();
  out.suffix.clear();
  std::vector<Plan> plans;
  for (Knowledge& choice : choices) {
    loosen(choice);
    plans.push_back(Plan::both(std::move(choice.match)));
    out.prefix.insert(out.prefix.end(), choice.prefix.begin(), choice.prefix.end());
    out.suffix.insert(out.suffix.end(), choice.suffix.begin(), choice.suffix.end());
  }
  out.match.push_back(Plan::either(std::move(plans)));
  for (Strings* edge : {&out.prefix, &out.suffix}) {
    tidy(*edge);
    if (edge->size() > kMostStrings) *edge = {""};
  }
  return out;
}

// The symbols of each character of a small set; anything for a large or open one.
Knowledge of_set(const CharSet& set) {
  if (set.negated || !set.parts.empty()) return Knowledge::anything();
  Strings strings;
  for (const auto& [low, high] : set.ranges) {
    if (high - low >= kMostStrings || strings.size() > kMostStrings) return Knowledge::anything();
    for (char32_t c = low; c <= high; ++c) append_symbols(c, strings.emplace_back());
  }
  tidy(strings);
  if (strings.size() > kMostOfSet) return Knowledge::anything();
  return Knowledge::strings(std::move(strings));
}

Knowledge learn(const Regex& regex);

Knowledge learn_all(const std::vector<Regex>& parts) {
  Knowledge out = Knowledge::strings({""});
  for (const Regex& part : parts) out = concatenation(std::move(out), learn(part));
  return out;
}

Knowledge learn_repeat(const Regex& regex) {
  const Knowledge once = learn(regex.parts[0]);
  if (regex.max == 0) return Knowledge::strings({""});
  if (regex.min == 0) {
    if (regex.max > 1) return Knowledge::anything();
    std::vector<Knowledge> choices;
    choices.push_back(once);
    choices.push_back(Knowledge::strings({""}));
    return alternation(std::move(choices));
  }
  const uint32_t copies = std::min(regex.min, kMostCopies);
  Knowledge out = once;
  for (uint32_t i = 1; i < copies; ++i) {
    Knowledge copy = once;
    copy.match.clear();  // the first copy's says it already
    out = concatenation(std::move(out), std::move(copy));
  }
  // More copies in the middle: the ends stay what they are.
  if (regex.max > copies) loosen(out);
  return out;
}

Knowledge learn(const Regex& regex) {
  switch (regex.op) {
    case Op::text: {
      std::string symbols;
      for (const char32_t c : regex.chars) append_symbols(c, symbols);
      return Knowledge::strings({std::move(symbols)});
    }
    case Op::set:
      return of_set(regex.set);
    case Op::concat:
    case Op::group:
    case Op::atomic:
      return learn_all(regex.parts);
    case Op::either:
    case Op::condition: {
      std::vector<Knowledge> choices;
      for (const Regex& part : regex.parts) choices.push_back(learn(part));
      return alternation(std::move(choices));
    }
    case Op::repeat:
      return learn_repeat(regex);
    case Op::look: {
      // What stands around a match is in the same field: positive lookaround narrows, too.
      Knowledge out = Knowledge::strings({""});
      if (regex.negated) return out;
      Knowledge inner = learn(regex.parts[0]);
      loosen(inner);
      out.match = std::move(inner.match);
      return out;
    }
    case Op::any:
    case Op::backref:
      return Knowledge::anything();
    default:  // assertions are empty
      return Knowledge::strings({""});
  }
}

}  // namespace

Plan plan_regex(const Regex& regex) {
  Knowledge known = learn(regex);
  loosen(known);
  return Plan::both(std::move(known.match));
}

Plan plan_regex(std::string_view pattern, RegexOptions options) {
  return plan_regex(parse_regex(pattern, options.ignore_case));
}

Plan plan_literal(std::string_view token) {
  // Bytes that are no UTF-8 may stand inside a character of the text: only whole characters count.
  std::vector<Plan> parts;
  std::string symbols;
  for (size_t at = 0; at < token.size();) {
    const Decoded next = decode_utf8(token, at);
    if (next.valid) {
      append_symbols(next.code, symbols);
    } else {
      parts.push_back(plan_string(symbols));
      symbols.clear();
    }
    at += next.length;
  }
  parts.push_back(plan_string(symbols));
  return Plan::both(std::move(parts));
}

Plan plan_literals(std::span<const std::string> tokens) {
  // Beyond this many, looking the grams up costs more than reading everything.
  constexpr size_t kMostTokens = 4000;
  if (tokens.size() > kMostTokens) return Plan::all();
  std::vector<Plan> parts;
  for (const std::string& token : tokens) parts.push_back(plan_literal(token));
  return Plan::either(std::move(parts));
}

}  // namespace dossier::search
