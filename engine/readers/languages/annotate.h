#pragma once
// The first line, flags and signature of a definition, from its text and surroundings. Pure
// functions over spans; outline.h decides where definitions belong.
#include <string>
#include <string_view>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

/// The 0-based row where the definition's own text starts, after its attributes.
uint32_t first_line(const Captures& captures, std::string_view text, const Definition& definition);

/// The flags of the modifiers before the name or, without any, of the visibility rule and the name.
uint32_t flags_of(const Language& language, const Captures& captures, std::string_view text,
                  const Definition& definition, Visibility otherwise);
uint32_t flags_by_name(Visibility visibility, std::string_view name);

std::string signature_of(const Captures& captures, std::string_view text,
                         const Definition& definition);

}  // namespace dossier::languages
