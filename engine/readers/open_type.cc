#include "engine/readers/open_type.h"

#include <cstddef>

namespace dossier {

std::string_view open_type(std::string_view text) {
  if (!text.ends_with('>')) return text;
  size_t depth = 0;
  for (size_t i = text.size(); i-- > 0;) {
    if (text[i] == '>') {
      ++depth;
    } else if (text[i] == '<' && --depth == 0) {
      // Arguments belong to a type that says how many it takes.
      const auto head = text.substr(0, i);
      return head.find('`') == std::string_view::npos ? text : head;
    }
  }
  return text;
}

}  // namespace dossier
