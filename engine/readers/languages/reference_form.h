#pragma once
// A reference in the form in which a module stores it: where it is, what is written there, and the
// three fields of its target. A target in the file is exact. Of any other the key is what an import
// or the text says, or the bare name of what is called on a value, with what the receiver is as its
// type (receivers.h).
//
// Rejected: the text of every mention as it is written. A chain of calls holds itself at each of
// its names, and each field would have the path to every object that has it.
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/outline.h"
#include "engine/readers/languages/places.h"
#include "engine/readers/languages/scopes.h"
#include "engine/readers/languages/source_text.h"

namespace dossier::languages {

class ReferenceForm {
 public:
  /// Everything is borrowed; texts are kept in outline.module.
  ReferenceForm(const Language& language, std::string_view text, const Captures& captures,
                Outline& outline, const Imports& imports);

  /// The text as the module keeps it.
  std::string_view keep(std::string_view text);
  /// A reference without its target.
  Reference begun(const Mention& mention, const Written& written, uint32_t holder);
  /// Sets the target, and makes the kind what may be done with it.
  void fill_local(Reference& reference, const Target& target);
  void fill_external(Reference& reference, const Written& written, std::string_view receiver,
                     std::string_view setter);
  void fill_by_receiver(Reference& reference, std::string_view type, std::string_view name);
  /// `&order.price`: what has the address of a field may set it.
  void note_address(Reference& reference, const Written& written) const;

 private:
  struct Position {
    uint32_t line;
    uint32_t column;
  };
  Position position_of(const Span& span, uint32_t at) const;
  std::string_view as_written(const Mention& mention, std::string_view whole,
                              const Written& written);
  bool is_field(const Target& target) const;
  bool is_value(const Member& member) const;

  const Language& language_;
  std::string_view text_;
  std::vector<uint32_t> newlines_;  // where they are in it
  Outline& outline_;
  Ordinals ordinals_;
  const Imports& imports_;
  std::unordered_set<uint32_t> written_;  // where targets of assignments end
  std::unordered_set<std::string_view> kept_;
};

/// The kind of reference that a mention makes, before its target is known.
ReferenceKind reference_kind(std::string_view mention);

}  // namespace dossier::languages
