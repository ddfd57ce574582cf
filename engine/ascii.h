#pragma once
// Small pure functions on text whose separators are ASCII.
#include <string_view>
#include <vector>

namespace dossier {

/// `text` without the bytes of `blank` at its beginning and end.
std::string_view trimmed(std::string_view text, std::string_view blank = " \t\r\n\v\f");

/// The parts of `text` between separators; empty ones are left out.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace dossier
