#pragma once
// Identifies the readers of this program. A snapshot stores it, so that unchanged files are read
// again when the program has better readers. Rejected: a version number raised by hand (it would be
// forgotten); the program's version (it stays the same while readers change).
#include <string_view>

namespace dossier::snapshot {

/// A hash of the sources and grammars of the readers of trees, made at build time: 16 digits.
std::string_view reader_fingerprint();

}  // namespace dossier::snapshot
