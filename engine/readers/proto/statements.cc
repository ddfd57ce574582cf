#include "engine/readers/proto/statements.h"

#include "engine/unicode.h"

namespace dossier::proto {

constexpr size_t kOptionLimit = 400;  // bytes of an option that are kept

void Statements::option(Owner owner) {
  at_.take();
  facts_.detail(owner, DetailKind::attribute, utf8_prefix(at_.take_statement(), kOptionLimit));
  at_.end_statement();
}

void Statements::brackets(Owner owner) {
  facts_.detail(owner, DetailKind::attribute, utf8_prefix(at_.take_brackets(), kOptionLimit));
}

}  // namespace dossier::proto
