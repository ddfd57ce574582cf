#pragma once
// Databases that this process only reads, as their file stands: no lock, no log, no byte beside
// them. For a database of somebody else, whose log could bring any pages (store/origin.h).
//
// Invariant: once a file is sealed, every later connection of the process to it is such a reader,
// whoever opens it, and none can write. Rejected: a mode that each caller passes on, since one who
// forgets it writes.
#include <string>

namespace dossier {

/// Seals the file at `path`, which exists, for the rest of the process.
void seal_database(const std::string& path);
bool is_sealed_database(const std::string& path);

}  // namespace dossier
