#pragma once
// A name as it is compared with another one that may be spelled in another way. Pure.
#include <string>
#include <string_view>

#include "engine/ascii.h"

namespace dossier::proto {

/// Letters and digits alone, in lower case: user_name, UserName and userName are one.
inline std::string canonical(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (is_lower(c) || is_digit(c))
      text += c;
    else if (is_upper(c))
      text += static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace dossier::proto
