#pragma once
// A plan is a formula of grams that selects the blocks that can contain a match. It is sound: every
// matching field is in a selected block. It may select more; the matcher decides.
//
// The formula is computed from the parsed pattern by tracking, bottom-up, the exact strings, the
// prefixes and the suffixes that a subpattern can match (Cox, "Regular Expression Matching with a
// Trigram Index"). Rejected: RE2's FilteredRE2: its formula is private, so it can only be asked one
// atom set at a time, and it parses RE2's dialect and classes, not ours.
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search/grams.h"
#include "engine/search/index.h"
#include "engine/search/postings.h"

namespace dossier::search {

struct Regex;

/// A formula over grams. `all` selects every block, `none` no block.
struct Plan {
  enum class Op : uint8_t { all, none, gram, both, either };
  Op op = Op::all;
  Gram gram = 0;            // of Op::gram
  std::vector<Plan> parts;  // of both and either: at least two

  /// Whether no index lookup helps: every block must be read.
  bool scans() const { return op == Op::all; }
  /// `(abc & (x | yz))`, `*` for all, `0` for none.
  std::string dump() const;

  static Plan all() { return {}; }
  static Plan none() { return {Op::none, 0, {}}; }
  static Plan of(Gram gram) { return {Op::gram, gram, {}}; }
  /// Flattened, without repeats; the empty conjunction is `all`, the empty disjunction `none`.
  static Plan both(std::vector<Plan> parts);
  static Plan either(std::vector<Plan> parts);
};

struct RegexOptions {
  bool ignore_case = true;
  /// Steps of a search's matches beyond those of most fields, until it is given up: a few seconds.
  uint64_t steps = 200'000'000;
};

/// The plan of a regular expression in the dialect of pattern.h. Throws Error{invalid}, message
/// "invalid regex: …", for what the matcher would reject too (the matcher may reject more).
Plan plan_regex(std::string_view pattern, RegexOptions options = {});
/// The plan of a parsed pattern.
Plan plan_regex(const Regex& regex);
/// The plan of "one of the tokens occurs, ignoring case". An empty token occurs everywhere; no
/// tokens occur nowhere. With thousands of tokens it may give up and select every block.
Plan plan_literals(std::span<const std::string> tokens);
Plan plan_literal(std::string_view token);

/// The blocks that a plan selects, per segment. `bounds` maps each segment to search to its number
/// of blocks; the result has the same keys.
std::map<uint32_t, BlockSet> evaluate(const Plan& plan, const std::map<uint32_t, uint32_t>& bounds,
                                      Index& index);

}  // namespace dossier::search
