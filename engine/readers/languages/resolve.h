#pragma once
// References of one file: what each mention names, as far as the file's own text tells. A name is
// looked up in the enclosing types, then in the file, then among its imports; what is found in the
// file's own scopes is exact, everything else is marked by_name and keeps the name as written, to
// be met by name across files. Rejected: guessing across files while reading, which would make a
// module depend on more than its own bytes and so defeat sharing modules between snapshots.
#include <string_view>

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

/// Appends the file's references to outline.module, in the text's order, and fills the base types
/// of its types. `directory` and `base` are what relative imports start from.
void resolve(const Language& language, std::string_view text, std::string_view base,
             const Captures& captures, Outline& outline);

}  // namespace dossier::languages
