#pragma once
// What stands at and around one definition in the text: its first line, flags and signature. Pure
// functions over spans; outline.h decides where definitions belong.
#include <string>
#include <string_view>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

/// 0-based row where the definition's own text starts, behind its attributes.
uint32_t first_line(const Captures& captures, std::string_view text, const Definition& definition);

/// Modifiers before the name, else what the visibility rule and the name say.
uint32_t flags_of(const Language& language, const Captures& captures, std::string_view text,
                  const Definition& definition, Visibility otherwise);
uint32_t flags_by_name(Visibility visibility, std::string_view name);

std::string signature_of(const Captures& captures, std::string_view text,
                         const Definition& definition);

}  // namespace dossier::languages
