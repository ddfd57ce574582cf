#pragma once
// The words of a chat's prompt that mean something to it: its commands, and what Tab completes.
// Files are the workspace's, symbols those of the database; both are asked for as tools, so what
// cannot be read is no failure here.
#include <string>
#include <string_view>
#include <vector>

#include "agent/tool.h"

namespace dossier::cli {

/// A command of a chat's prompt.
struct ChatCommand {
  std::string_view word;      // "/mode"
  std::string_view argument;  // in the help; "" = none
  std::string_view doc;
};
const std::vector<ChatCommand>& chat_commands();

/// Throws Error{not_found} for another command, and Error{invalid} for an argument of one that
/// takes none.
void check_command(const std::string& word, const std::string& argument);

/// What a line of the prompt says. A command is one word that begins with '/' and has no other, so
/// that a path begins a message; so does a space before it.
struct ChatLine {
  std::string command;  // "/mode"; "" = the line is a message
  std::string text;     // the message, or the command's argument
};
ChatLine chat_line(std::string_view typed);

/// The completions of the word that ends `before`, which begins at `word` then.
std::vector<std::string> chat_completions(const Toolbox& tools, const std::string& before,
                                          size_t& word);

}  // namespace dossier::cli
