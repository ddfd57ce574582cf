#pragma once
// Importing .NET assemblies: files, folders of them, globs. Files are read on all cores, strictly
// in the order of their paths, and written by one. Of a single file a failure is a failure; of
// several, the sound ones are imported and the others listed with their reasons.
#include "store/import/import.h"

namespace dossier {

/// The options name assemblies: more than one input, an assembly (or what pretends to be one), or a
/// folder outside version control with more assemblies than source files.
bool is_assemblies(const ImportOptions& options);

/// The assemblies' part of import(), without the time it took.
ImportReport import_assemblies(Store& store, const ImportOptions& options);

}  // namespace dossier
