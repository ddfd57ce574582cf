#pragma once
// Finds the symbol of a module that a piece of its text belongs to: by the definitions that contain
// it, and by the ordinals that Module gives to types and members.
#include <cstdint>
#include <vector>

#include "engine/readers/languages/outline.h"

namespace dossier::languages {

/// The ordinals of symbols as Module numbers them: 0 is the module.
class Ordinals {
 public:
  explicit Ordinals(const Module& module);
  uint32_t type(uint32_t index) const { return first_[index]; }
  uint32_t member(uint32_t type, uint32_t member) const { return first_[type] + 1 + member; }
  /// The entry's symbol or, if it has none, that of the nearest enclosing entry that has one; else
  /// the module.
  uint32_t of(const Outline& outline, uint32_t entry) const;

 private:
  std::vector<uint32_t> first_;
};

/// Sorts the members of every type into the order that Module requires: fields, methods, properties
/// and events, each in file order. Updates the entries.
void order_members(Outline& outline);

/// Finds the innermost entry that contains a span (kNone: the file itself).
class Holders {
 public:
  explicit Holders(const Captures& captures) : captures_(captures) {}
  /// Call in ascending order of span.begin.
  uint32_t of(const Span& span);

 private:
  const Captures& captures_;
  uint32_t next_ = 0;
  std::vector<uint32_t> open_;
};

}  // namespace dossier::languages
