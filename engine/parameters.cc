#include "engine/parameters.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/ascii.h"
#include "engine/parameter_text.h"

namespace dossier {
namespace {

using namespace parameters;

constexpr size_t kNone = std::string_view::npos;

/// `String... names` is String..., `ref int count` is ref int, `String args[]` is String[].
std::string type_before_name(std::string_view parameter, const ParameterRules& rules) {
  parameter = without_default(parameter);
  for (size_t before = 0; before != parameter.size();) {
    before = parameter.size();
    parameter = without_attributes(parameter, rules.attributes);
    parameter = without_words(parameter, {"final", "this", "params", "scoped"});
  }
  size_t space = kNone;
  find_outside(parameter, [&](size_t i) {
    if (parameter[i] == ' ') space = i;
    return false;
  });
  const auto type = trimmed(parameter.substr(0, space));
  const bool is_type = space == kNone || is_word(type, {"ref", "out", "in", "ref readonly"});
  if (is_type) return std::string(parameter);
  const auto name = parameter.substr(space + 1);
  return std::string(type).append(name.substr(std::min(name.find('['), name.size())));
}

std::string type_behind_name(std::string_view parameter, const ParameterRules& rules) {
  parameter = without_default(parameter);
  const size_t colon = find_outside(parameter, [&](size_t i) {
    const bool is_path = parameter.substr(i + 1, 1) == ":" || (i > 0 && parameter[i - 1] == ':');
    return parameter[i] == ':' && !is_path;
  });
  const auto name = trimmed(parameter.substr(0, colon));
  const size_t marks = std::min(name.find_first_not_of(rules.rest), name.size());
  std::string type(name.substr(0, marks));
  if (colon == kNone) {
    if (!rules.any.empty()) return type.append(rules.any);
    return std::string(rules.pattern_word.empty() ? parameter
                                                  : without_words(parameter, {rules.pattern_word}));
  }
  const std::string word = std::string(rules.rest_word) + " ";
  if (!rules.rest_word.empty() && name.find(word) != kNone) type = word;
  if (rules.labels) {
    const auto label = without_attributes(name, rules.attributes);
    const auto first = label.substr(0, label.find(' '));
    if (first != "_") type = std::string(first) + ":";
  }
  return type.append(trimmed(parameter.substr(colon + 1)));
}

/// The type without spaces after commas.
void append_type(std::string& out, std::string_view type) {
  for (size_t at; (at = type.find(", ")) != kNone; type.remove_prefix(at + 2)) {
    out.append(type, 0, at + 1);
  }
  out += type;
}

}  // namespace

std::vector<std::string> name_first(const Parameters& parameters, const ParameterRules& rules) {
  return each<type_behind_name>(parameters, rules);
}

std::vector<std::string> type_first(const Parameters& parameters, const ParameterRules& rules) {
  return each<type_before_name>(parameters, rules);
}

void append_parameter_types(std::string& out, std::string_view list, const ParameterRules& rules) {
  if (!rules.types || trimmed(list).empty()) return;
  bool first = true;
  for (const auto& type : rules.types(split(list), rules)) {
    if (!std::exchange(first, false)) out += ',';
    append_type(out, type);
  }
}

}  // namespace dossier
