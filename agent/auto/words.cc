#include "agent/auto/words.h"

#include <algorithm>
#include <cctype>

namespace dossier {

std::string split_name(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const auto here = static_cast<unsigned char>(name[i]);
    if (i > 0 && std::isupper(here) && std::islower(static_cast<unsigned char>(name[i - 1])))
      out += ' ';
    out += std::isalnum(here) || here >= 0x80 ? name[i] : ' ';
  }
  return out;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  const std::string split = split_name(text);
  for (size_t at = 0; at < split.size();) {
    const size_t end = std::min(split.find(' ', at), split.size());
    if (end > at) {
      std::string word = split.substr(at, end - at);
      for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      out.push_back(std::move(word));
    }
    at = end + 1;
  }
  return out;
}

}  // namespace dossier
