#pragma once
// The commands of a shell's command line, as far as they can be told without running it: words,
// redirections and here-documents. Not a shell: what only running it tells (values, patterns,
// loops) makes a command one that is not plain.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::foreign {

struct ShellCommand {
  enum After : uint8_t { end, next, and_then, or_else, pipe };

  std::vector<std::string> words;  // without quotes
  std::string output;              // the file that it is redirected into last; "" = none
  bool appends = false;            // to that file
  bool is_plain = true;            // the words and the file are what they say
  std::optional<std::string> document;
  bool document_is_plain = true;  // the shell puts no values in
  After after = end;              // what comes between it and the next one
};

/// In their order, at most `most`.
std::vector<ShellCommand> shell_commands(std::string_view line, size_t most);

/// The words of a shell's command up to its end or an operator, without quotes.
std::vector<std::string> shell_words(std::string_view command);

}  // namespace dossier::foreign
