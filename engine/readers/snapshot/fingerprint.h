#pragma once
// Which readers these are. A snapshot keeps it, so that files which have not changed are read again
// once the program has learnt to read them better. Rejected: a number that is raised by hand (it
// would be forgotten), and the program's version (it stays the same while readers change).
#include <string_view>

namespace dossier::snapshot {

/// A hash of the sources and grammars of the readers of trees, made at build time: 16 digits.
std::string_view reader_fingerprint();

}  // namespace dossier::snapshot
