#pragma once
// The references of one file: the target of each mention, as far as the file's text tells. A name
// is looked up in the enclosing types, then in the file, then among its imports. A target found in
// the file's own scopes is exact; any other reference is marked by_name and keeps the name as
// written, to be matched by name across files.
//
// Rejected: guessing across files while reading. A module would depend on more than its own bytes,
// and snapshots could not share it.
#include <string_view>

#include "engine/readers/languages/outline.h"

namespace dossier::languages {

class ImportMaps;

/// Appends the file's references to outline.module in text order, and sets the base types of its
/// types. Relative imports start from `base`; what others mean, `maps` says where it is not null.
void add_references(const Language& language, std::string_view text, std::string_view base,
                    const ImportMaps* maps, const Captures& captures, Outline& outline);

}  // namespace dossier::languages
