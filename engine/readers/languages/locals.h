#pragma once
// The parameters and variables of a file, and which of them a name means at a place. A variable is
// known in the block that declares it, or, where a language's blocks hide nothing (Python), in its
// function; behind the name the last one above it counts. An assignment and a test of its type
// (`isinstance`) say what a variable is without declaring it. Ruby's `@x` is what its method
// assigns or, where that does not, what the type around assigns in one way alone.
//
// Rejected: following branches and loops. An assignment counts until the next one below it.
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/outline.h"

namespace dossier::languages {

class Locals {
 public:
  /// How many variables of one name, the nearest above a place, are tried there.
  static constexpr int kMostTried = 64;

  /// Everything is borrowed; `text` is the file's.
  Locals(std::string_view text, const Captures& captures, const Outline& outline);

  struct Found {
    uint32_t index;   // in Captures::locals; kNone: one of them, and too many to tell which
    uint32_t holder;  // the entry that it belongs to
  };
  /// What the name means at byte `at` of entry `holder`; nothing if it is no variable.
  std::optional<Found> find(std::string_view name, uint32_t at, uint32_t holder) const;
  /// Whether a parameter or variable called so is declared around byte `at` of entry `holder`.
  bool is_declared(std::string_view name, uint32_t at, uint32_t holder) const;
  bool empty() const { return by_name_.empty(); }

 private:
  struct Range {
    uint32_t begin = 0, end = ~0u;
    bool holds(uint32_t at) const { return begin <= at && at < end; }
    bool is_whole() const { return end == ~0u; }
  };
  using Indexes = std::vector<uint32_t>;  // in captures_.locals
  struct Held {
    Indexes all;            // in the order of the text
    bool is_whole = false;  // one of them is declared for all of its holder
  };
  void add_field(uint32_t index, uint32_t holder);
  void find_ranges(const std::vector<uint32_t>& holders);
  Indexes::const_iterator above(const Indexes& all, uint32_t at) const;
  std::optional<uint32_t> visible(const Indexes& all, uint32_t at) const;

  std::string_view text_;
  const Captures& captures_;
  const Outline& outline_;
  std::vector<Range> ranges_;                                               // of captures_.locals
  std::unordered_map<std::string_view, std::map<uint32_t, Held>> by_name_;  // and holder
  /// By the type around; kNone where it is assigned in several ways.
  std::unordered_map<std::string_view, std::map<uint32_t, uint32_t>> fields_;
};

}  // namespace dossier::languages
