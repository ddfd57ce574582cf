#include "queries/graph/receiver_text.h"

#include <algorithm>

#include "engine/readers/languages/type_text.h"
#include "engine/readers/word_list.h"

namespace dossier {

size_t last_name(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == path.npos ? 0 : dot + 1;
}

bool is_plain(std::string_view path) { return path.find_first_of("()[]\"") == path.npos; }

size_t argument_at(std::string_view expression) {
  const size_t size = expression.size();
  const bool is_one = size > 3 && expression[size - 1] == ')' && expression[size - 3] == '(' &&
                      expression[size - 2] >= '0' && expression[size - 2] <= '9';
  return is_one ? size - 3 : expression.npos;
}

std::string_view parameter_of(std::string_view key, size_t type_size, size_t index) {
  const auto open = key.find('(', std::min(type_size + 1, key.size()));
  if (open == key.npos) return {};
  auto rest = key.substr(open + 1, key.size() - open - 2);
  for (;; --index) {
    const auto comma = languages::outside_brackets(rest, ",");
    if (index == 0) return rest.substr(0, comma);
    if (comma == rest.npos) return {};
    rest.remove_prefix(comma + 1);
  }
}

std::string_view properties_of(std::string_view signature) {
  constexpr std::string_view kComponents =
      "FC FunctionComponent VFC ComponentType ForwardRefExoticComponent NamedExoticComponent";
  const auto colon = signature.find(": ");
  if (colon == signature.npos) return {};
  const auto type = languages::type_parts(languages::bare_type(signature.substr(colon + 1)));
  const auto name = type.name.substr(type.name.rfind('.') + 1);
  if (!is_among(kComponents, name)) return {};
  return type.arguments.substr(0, languages::outside_brackets(type.arguments, ","));
}

}  // namespace dossier
