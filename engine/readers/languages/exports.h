#pragma once
// What a file gives to others, for them to work out what they call: the type that each member holds
// or gives, what an import of the file gets by default, and what it passes on under another name.
//
// Rejected: only what is declared as exported. Most languages declare nothing, and files of one
// package see each other's members.
#include "engine/readers/languages/receivers.h"
#include "engine/readers/languages/reference_form.h"

namespace dossier::languages {

/// Appends details and references to outline.module.
void add_exports(std::string_view text, const Captures& captures, const Imports& imports,
                 const Scopes& scopes, Receivers& receivers, ReferenceForm& form, Outline& outline);

}  // namespace dossier::languages
