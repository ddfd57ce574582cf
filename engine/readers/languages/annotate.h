#pragma once
// What stands at and around one definition in the text: its names, first line, flags, signature
// and documentation. Pure functions over spans; outline.h decides where definitions belong.
#include <string>
#include <string_view>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

struct Names {
  std::string name;   // as it is looked up: ".ctor", "op_Addition", "run"
  std::string owner;  // dotted, the type that it is declared for from outside; "" = none
};
Names names_of(const Language& language, std::string_view text, const Definition& definition);

/// 0-based row where the definition's own text starts, behind its attributes.
uint32_t first_line(const Captures& captures, std::string_view text, const Definition& definition);

/// Modifiers before the name, else what the visibility rule and the name say.
uint32_t flags_of(const Language& language, const Captures& captures, std::string_view text,
                  const Definition& definition, Visibility otherwise);
uint32_t flags_by_name(Visibility visibility, std::string_view name);

std::string signature_of(const Captures& captures, std::string_view text,
                         const Definition& definition);

/// Finds the comment that documents a definition: the one whose last line is right above it, above
/// its attributes or on the line that opens it.
class Documentation {
 public:
  Documentation(const Captures& captures, std::string_view text);
  /// Without markers; "" = none.
  std::string of(const Definition& definition) const;

 private:
  struct Block {
    uint32_t begin, end, row, end_row;
  };
  const Captures& captures_;
  std::string_view text_;
  std::vector<Block> blocks_;  // adjacent comments as one, ordered by end row
};

}  // namespace dossier::languages
