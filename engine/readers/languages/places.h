#pragma once
// Which symbol of a module a piece of its text belongs to: by the definitions that hold it, and by
// the ordinals that Module gives to types and members.
#include <cstdint>
#include <vector>

#include "engine/readers/languages/outline.h"

namespace dossier::languages {

/// Ordinals of symbols as Module numbers them: 0 is the module.
class Ordinals {
 public:
  explicit Ordinals(const Module& module);
  uint32_t type(uint32_t index) const { return first_[index]; }
  uint32_t member(uint32_t type, uint32_t member) const { return first_[type] + 1 + member; }
  /// The entry's symbol; the nearest one around it that has any, else the module.
  uint32_t of(const Outline& outline, uint32_t entry) const;

 private:
  std::vector<uint32_t> first_;
};

/// Puts the members of every type in the order that Module demands, fields, methods, properties and
/// events, each in the file's order; the entries follow.
void order_members(Outline& outline);

/// The entry that most closely holds each of `spans` (kNone: the file itself). Both in order.
class Holders {
 public:
  explicit Holders(const Captures& captures) : captures_(captures) {}
  /// To be asked in ascending order of span.begin.
  uint32_t of(const Span& span);

 private:
  const Captures& captures_;
  uint32_t next_ = 0;
  std::vector<uint32_t> open_;
};

}  // namespace dossier::languages
