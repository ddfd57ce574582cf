#pragma once
// References of one file: what each mention names, as far as the file's own text tells. A name is
// looked up in the enclosing types, then in the file, then among its imports; what is found in the
// file's own scopes is exact, everything else is marked by_name and keeps the name as written, to
// be met by name across files. Rejected: guessing across files while reading, which would make a
// module depend on more than its own bytes and so defeat sharing modules between snapshots.
#include <string_view>

#include "engine/readers/languages/outline.h"

namespace dossier::languages {

/// Appends the file's references to outline.module, in the text's order, and fills the base types
/// of its types. `directory` and `base` are what relative imports start from.
void resolve(const Language& language, std::string_view text, std::string_view base,
             const Captures& captures, Outline& outline);

}  // namespace dossier::languages
