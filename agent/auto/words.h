#pragma once
// The words of a tool's name.
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

/// "readFile_text" → "read File text": words part where case or punctuation does.
std::string split_name(std::string_view name);
/// The words in lower case.
std::vector<std::string> words_of(std::string_view text);

}  // namespace dossier
