#pragma once
// What a language says of types without saying it in its grammar: which belong to the language
// itself, and which of the types behind a colon are interfaces.
#include <string_view>

#include "engine/fact.h"

namespace dossier::languages {

/// `int`, `string` and the like, whose uses are no references.
bool is_builtin_type(std::string_view language, std::string_view name);

/// Whether what `type` is said to derive from is an interface, where the language lists bases and
/// interfaces alike (C#, Swift). `is_part`: an extension of the type says it.
bool names_interface(std::string_view language, const Module& module, const Type& type,
                     const Reference& base, bool is_part);

}  // namespace dossier::languages
