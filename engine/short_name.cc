#include "engine/short_name.h"

namespace dossier {

std::string_view short_name(std::string_view full_name) {
  size_t begin = 0, end = full_name.size();
  int depth = 0;
  for (size_t i = 0; i < full_name.size(); ++i) {
    const char c = full_name[i];
    if (c == '<' || c == '[') ++depth;
    if ((c == '>' || c == ']') && depth > 0) --depth;
    if (depth > 0) continue;
    if (c == '(') {
      end = i;
      break;
    }
    const bool separates =
        c == '.' || c == '/' || c == '+' || (c == ':' && i > 0 && full_name[i - 1] == ':');
    // The second dot of "..ctor" belongs to the name.
    const bool named = c == '.' && i > 0 && begin == i;
    if (separates && !named && i + 1 < full_name.size()) begin = i + 1;
  }
  return full_name.substr(begin, end - begin);
}

}  // namespace dossier
