#pragma once
// What of a scope's symbols is in memory, for answers that short or common words find too much for.
#include <memory>

namespace dossier {

class SymbolNames;
class SymbolTexts;

/// Null is what is not kept, or too much to be.
struct KnownSymbols {
  std::shared_ptr<const SymbolNames> names;
  std::shared_ptr<const SymbolTexts> texts;  // only with names, of the same symbols
};

/// How far they may be read for it, where they are not kept. One question is worth reading names
/// for; texts take as long again, and are read by who expects many questions.
enum class ReadSymbols { no, names, texts };

}  // namespace dossier
