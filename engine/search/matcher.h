#pragma once
// Matchers decide whether a row is a hit, after the plan has narrowed the blocks.
//
// Matchers are immutable and safe for several threads; scratch memory is per thread. A row matches
// if one of its selected fields matches; the row's kind determines which fields are selected.
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

/// The selected fields per kind of row; 0 = rows of that kind never match.
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

/// A range in a block's text. If `sure`, and if it ends within the line in which it begins, it is
/// the first match in that line; otherwise the line must be matched itself. A range that begins at
/// the text's end means no match.
struct Place {
  size_t begin = 0;
  size_t end = 0;
  bool sure = false;
};

/// Interrupts long matches on this thread during its lifetime. `pause` is called between the pieces
/// of a match, which take at most a tenth of a second, and between matches; it may throw. Borrowed;
/// an empty function disables it. The previous one is restored afterwards.
class Pauses {
 public:
  explicit Pauses(const std::function<void()>& pause);
  ~Pauses();
  Pauses(const Pauses&) = delete;
  Pauses& operator=(const Pauses&) = delete;

 private:
  const std::function<void()>* before_;
};

/// Calls what Pauses has set on this thread, for loops around matches.
void pause_between();

/// The clock, in nanoseconds, that limits matches on this thread; null = the thread's processor
/// time. For tests.
void set_match_clock(int64_t (*clock)());

class Matcher {
 public:
  virtual ~Matcher() = default;

  /// Whether the pattern occurs in the field.
  virtual bool matches(std::string_view field) const = 0;
  /// The first row at or after `from` that may match, or block.size(). The default returns `from`;
  /// a matcher that can search a block's whole text skips ahead.
  virtual size_t skip(const BlockView& block, size_t from) const;
  /// The same for a block of lines, in bytes: the first range at or after byte `from`, where a line
  /// begins, that may match. The default returns `from`.
  virtual Place seek(const BlockView& block, size_t from) const;

  /// Whether one of the selected fields matches.
  bool matches(const Row& row, uint8_t mask) const;
};

/// A regular expression in the dialect of pattern.h, run by PCRE2's JIT.
class RegexMatcher final : public Matcher {
 public:
  /// Throws Error{invalid, "invalid regex: …"}.
  explicit RegexMatcher(std::string_view pattern, RegexOptions options = {});
  ~RegexMatcher() override;
  RegexMatcher(RegexMatcher&&) noexcept;
  RegexMatcher& operator=(RegexMatcher&&) noexcept;

  using Matcher::matches;
  /// Throws Error{limit} if the pattern takes too many steps on this field.
  bool matches(std::string_view field) const override;
  size_t skip(const BlockView& block, size_t from) const override;
  Place seek(const BlockView& block, size_t from) const override;
  /// The begin and end of the first match at or after byte `from`; absent if there is none.
  std::optional<std::pair<size_t, size_t>> find(std::string_view text, size_t from = 0) const;

  /// The plan of the same pattern, from the same parse.
  const Plan& plan() const;
  /// Whether whole blocks can be searched at once (finds_in_blocks()).
  bool searches_blocks() const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

/// Matches if any of the tokens occurs in the lower-cased field (like Python's `token in
/// field.lower()`). Takes tens of thousands of tokens; a token that contains another is dropped,
/// because the shorter one decides.
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
