#pragma once
// Which search index: they are built alike, each in tables of its own.

namespace dossier {

enum class IndexPart { symbols, contents };

}  // namespace dossier
