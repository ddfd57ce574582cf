#pragma once
// Imports .NET assemblies: files, folders and globs. They are read on all cores and written by one
// thread, in path order. If a single file is imported, its failure fails the import; of several,
// the sound ones are imported and the others are listed with reasons.
#include "store/import/import.h"

namespace dossier {

/// Whether the options name assemblies: more than one input, an assembly (or a file that looks like
/// one), or a folder outside version control with more assemblies than source files.
bool is_assemblies(const ImportOptions& options);

/// import() for assemblies; does not set the duration.
ImportReport import_assemblies(Store& store, const ImportOptions& options);

}  // namespace dossier
