#include "engine/search/matcher.h"

namespace dossier::search {

size_t Matcher::skip(const BlockView&, size_t from) const { return from; }
Place Matcher::seek(const BlockView&, size_t from) const { return {from, from, false}; }

bool Matcher::matches(const Row& row, uint8_t mask) const {
  return ((mask & kNameField) != 0 && matches(row.name)) ||
         ((mask & kFullField) != 0 && matches(row.full)) ||
         ((mask & kDetailField) != 0 && matches(row.detail));
}

}  // namespace dossier::search
