#pragma once
// A name as it is compared with another one that may be spelled in another way. Pure.
#include <string>
#include <string_view>

namespace dossier::proto {

/// Letters and digits alone, in lower case: user_name, UserName and userName are one.
inline std::string canonical(std::string_view name) {
  std::string text;
  for (const char c : name)
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      text += c;
    else if (c >= 'A' && c <= 'Z')
      text += static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace dossier::proto
