// What bash, zsh and fish need to complete a command line, written from the table of commands.
// Texts of the table are data to a shell: each is quoted by that shell's rules.
#include "cli/command.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

// Both in single quotes. In bash and zsh nothing is special inside, so a quote ends the string and
// starts another; in fish a backslash escapes quotes and itself.
std::string posix_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
  return out + "'";
}

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// Of the command line so far, the first word that is neither an option nor --db's value, in the
// syntax that bash and zsh share; `words` is an array that counts from `first`.
std::string find_word(const std::string& words, const std::string& first, const std::string& end) {
  return "  for ((i = " + first + "; i < " + end + "; i++)); do\n    case ${" + words +
         "[i]} in\n      --db) ((i++)) ;;\n      -*) ;;\n      *) command=${" + words +
         "[i]}; break ;;\n    esac\n  done\n";
}

std::string bash_completions() {
  std::string words;
  for (const auto& command : commands()) words += " " + command.word;
  // Names of files come a line each: they may hold spaces.
  std::string text =
      "_dossier() {\n  local word=${COMP_WORDS[COMP_CWORD]} command= offered= i\n" +
      find_word("COMP_WORDS", "1", "COMP_CWORD") +
      "  case $command in\n    '') offered=" + posix_quoted("--db --help --version" + words) +
      " ;;\n";
  for (const auto& command : commands()) {
    std::string options = "--db --help";
    for (const auto& option : command.options)
      if (!option.positional()) options += " " + option.key();
    text += "    " + command.word + ") offered=" + posix_quoted(options) + " ;;\n";
  }
  return text +
         "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$offered\" -- \"$word\")\n"
         "  [[ -z $command || $word == -* ]] ||\n"
         "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")\n}\n"
         "complete -o filenames -F _dossier dossier\n";
}

std::string zsh_completions() {
  std::string text = "#compdef dossier\n_dossier() {\n  local -a offered\n  local command= i\n" +
                     find_word("words", "2", "CURRENT") + "  case $command in\n    '') offered=(\n";
  for (const auto& command : commands())
    text += "      " + posix_quoted(command.word + ":" + command.summary) + "\n";
  text += "    ); _describe command offered; return ;;\n";
  for (const auto& command : commands()) {
    text +=
        "    " + command.word + ") offered=(\n      '--db:The database'\n      '--help:Its help'\n";
    for (const auto& option : command.options)
      if (!option.positional())
        text += "      " + posix_quoted(option.key() + ":" + option.doc) + "\n";
    text += "    ) ;;\n";
  }
  // The file is loaded as the function _dossier at its first use, or sourced from .zshrc.
  return text +
         "  esac\n  _describe -o option offered\n  _files\n}\n"
         "if [ \"$funcstack[1]\" = _dossier ]; then _dossier \"$@\"; else compdef _dossier "
         "dossier; fi\n";
}

std::string fish_completions() {
  std::string text = "complete -c dossier -l db -r -d 'The database'\n";
  for (const auto& command : commands()) {
    text += "complete -c dossier -n __fish_use_subcommand -a " + command.word + " -d " +
            fish_quoted(command.summary) + "\n";
    for (const auto& option : command.options)
      if (!option.positional())
        text += "complete -c dossier -n " +
                fish_quoted("__fish_seen_subcommand_from " + command.word) + " -l " +
                option.key().substr(2) + (option.value.empty() ? "" : " -r") + " -d " +
                fish_quoted(option.doc) + "\n";
  }
  return text;
}

}  // namespace

std::string completions(std::string_view shell) {
  if (shell == "bash") return bash_completions();
  if (shell == "zsh") return zsh_completions();
  if (shell == "fish") return fish_completions();
  throw Error(ErrorCode::invalid,
              "no completions for '" + std::string(shell) + "' (bash, zsh, fish)");
}

}  // namespace dossier::cli
