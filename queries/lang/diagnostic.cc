#include "queries/lang/diagnostic.h"

#include <algorithm>

namespace dossier::lang {
namespace {

// Characters, not bytes: the carets stand under what is seen.
size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

std::string Diagnostic::print(std::string_view query) const {
  const size_t begin = std::min(span.begin, query.size());
  const size_t end = std::clamp(span.end, begin, query.size());
  std::string shown(query);
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  const size_t carets = std::max<size_t>(1, characters(query.substr(begin, end - begin)));
  return message + "\n  " + shown + "\n  " + std::string(characters(query.substr(0, begin)), ' ') +
         std::string(carets, '^');
}

}  // namespace dossier::lang
