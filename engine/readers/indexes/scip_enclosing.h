#pragma once
// Finds the definition around a position in a document: the one whose range encloses it or, if the
// indexer gives no ranges, the last method that begins before it.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/readers/indexes/scip_document.h"

namespace dossier::indexes {

struct ScipDefinition {
  ScipRange range;  // of everything that belongs to it
  bool is_exact = false;
  bool is_method = false;
  size_t declaration = 0;  // what the caller knows it by
};

class ScipEnclosing {
 public:
  explicit ScipEnclosing(std::vector<ScipDefinition> definitions);
  /// The definition around a range; null for the document itself. Call in ascending order.
  const ScipDefinition* of(const ScipRange& range);

 private:
  void leave(const ScipRange& range);

  std::vector<ScipDefinition> definitions_;  // of two that begin together the outer one first
  size_t next_ = 0;                          // not yet begun
  std::vector<const ScipDefinition*> open_;  // begun, with ranges of their own
  const ScipDefinition* last_ = nullptr;     // the method begun last of those without
};

}  // namespace dossier::indexes
