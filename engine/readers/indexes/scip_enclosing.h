#pragma once
// What a place in a document belongs to: the definition whose range encloses it, where the indexer
// says such ranges, else the method that begins last before it.
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
  /// Null: the document itself. To be asked in ascending order.
  const ScipDefinition* of(const ScipRange& range);

 private:
  void leave(const ScipRange& range);

  std::vector<ScipDefinition> definitions_;  // of two that begin together the outer one first
  size_t next_ = 0;                          // not yet begun
  std::vector<const ScipDefinition*> open_;  // begun, with ranges of their own
  const ScipDefinition* last_ = nullptr;     // the method begun last of those without
};

}  // namespace dossier::indexes
