#pragma once
// Matchers: what decides whether a row is a hit, after the plan has narrowed the blocks.
//
// Matchers are immutable and may be used from several threads at once; scratch memory is per
// thread. A row matches when one of its fields that count does; which fields count depends on the
// row's kind.
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search/block.h"
#include "engine/search/plan.h"

namespace dossier::search {

/// Bits of a field mask.
enum Field : uint8_t { kNameField = 1, kFullField = 2, kDetailField = 4, kAllFields = 7 };

/// Which fields count, by kind of row; 0 = rows of that kind are never hits.
class FieldMasks {
 public:
  explicit FieldMasks(uint8_t mask = kAllFields) { masks_.fill(mask); }
  FieldMasks& set(uint8_t kind, uint8_t mask) {
    masks_[kind] = mask;
    return *this;
  }
  uint8_t of(uint8_t kind) const { return masks_[kind]; }

 private:
  std::array<uint8_t, 256> masks_;
};

/// A stretch of a block's text. It is where the line it lies in first matches, if `sure` and it
/// ends no later than that line; otherwise the line has to be asked. From the text's end on: no
/// place.
struct Place {
  size_t begin = 0;
  size_t end = 0;
  bool sure = false;
};

/// What a match that takes long stops for on this thread while this lives: `pause` is called
/// between its pieces, which take a tenth of a second at most, and between those of others; it may
/// throw. Borrows it; an empty one is none. The one before holds again afterwards.
class Pauses {
 public:
  explicit Pauses(const std::function<void()>& pause);
  ~Pauses();
  Pauses(const Pauses&) = delete;
  Pauses& operator=(const Pauses&) = delete;

 private:
  const std::function<void()>* before_;
};

/// Nanoseconds by which matches on this thread are bounded: its processor time, unless a test sets
/// another clock. Null is the processor time.
void set_match_clock(int64_t (*clock)());

class Matcher {
 public:
  virtual ~Matcher() = default;

  /// The pattern occurs in the field.
  virtual bool matches(std::string_view field) const = 0;
  /// The first row at or after `from` that may match, or block.size(). The default says `from`;
  /// a matcher that can search a block's text as a whole skips ahead.
  virtual size_t skip(const BlockView& block, size_t from) const;
  /// The same for a block of lines, by bytes: the first place at or after byte `from`, where a line
  /// begins, that may be a match. The default says `from`.
  virtual Place seek(const BlockView& block, size_t from) const;

  /// One of the fields that count matches.
  bool matches(const Row& row, uint8_t mask) const;
};

/// A regular expression (pattern.h says in which dialect), run by PCRE2's JIT.
class RegexMatcher final : public Matcher {
 public:
  /// Throws Error{invalid, "invalid regex: …"}.
  explicit RegexMatcher(std::string_view pattern, RegexOptions options = {});
  ~RegexMatcher() override;
  RegexMatcher(RegexMatcher&&) noexcept;
  RegexMatcher& operator=(RegexMatcher&&) noexcept;

  using Matcher::matches;
  /// Throws Error{limit} when the pattern took too many steps on this field.
  bool matches(std::string_view field) const override;
  size_t skip(const BlockView& block, size_t from) const override;
  Place seek(const BlockView& block, size_t from) const override;
  /// The first match at or after byte `from`: its begin and end. Absence: no match.
  std::optional<std::pair<size_t, size_t>> find(std::string_view text, size_t from = 0) const;

  /// The plan of the same pattern, from the same parse.
  const Plan& plan() const;
  /// Whole blocks are searched at once (the pattern is on the whitelist).
  bool searches_blocks() const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

/// Any of the tokens occurs in the lower-cased field (as Python's `token in field.lower()`). Takes
/// tens of thousands of tokens; those that contain another are dropped, since the shorter decides.
class LowerMatcher final : public Matcher {
 public:
  /// Tokens are lower-cased here. An empty token matches everything, no tokens nothing.
  explicit LowerMatcher(std::span<const std::string> tokens);
  ~LowerMatcher() override;
  LowerMatcher(LowerMatcher&&) noexcept;
  LowerMatcher& operator=(LowerMatcher&&) noexcept;

  using Matcher::matches;
  bool matches(std::string_view field) const override;
  size_t skip(const BlockView& block, size_t from) const override;

  const Plan& plan() const;

 private:
  struct Automaton;
  std::unique_ptr<const Automaton> automaton_;
};

}  // namespace dossier::search
