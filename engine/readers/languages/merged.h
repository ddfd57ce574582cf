#pragma once
// What several patterns of a language's query found of one thing, as one.
//
// Rejected: patterns that exclude each other. Each would have to name all that another one matches.
#include <vector>

#include "engine/readers/languages/branches.h"
#include "engine/readers/languages/captures.h"

namespace dossier::languages {

/// A variable that several patterns found is kept once, with what each says of it. Sorts them.
void merge_locals(std::vector<Local>& locals);
/// An import that a more telling pattern found too (with a name or an alias) is kept once.
std::vector<Import> merged_imports(std::vector<Ranked<Import>> found);

}  // namespace dossier::languages
