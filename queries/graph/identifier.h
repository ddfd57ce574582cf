#pragma once
// Normalizes identifiers as people type them.
#include <string>
#include <string_view>

namespace dossier {

/// The text without surrounding white space, double quotes, single quotes and again white space,
/// stripped in this order (the seed's normalization; white space is Python's str.strip()).
std::string_view normal_identifier(std::string_view text);

/// A parameter list without its spaces: "(int, string)" → "(int,string)".
std::string without_spaces(std::string_view text);

}  // namespace dossier
