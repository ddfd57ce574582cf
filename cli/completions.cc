// Generates the completions for bash, zsh and fish from the table of commands.
// Texts of the table are data to a shell: each is quoted by that shell's rules.
#include <algorithm>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

// In fish a backslash escapes quotes and itself; bash and zsh know neither.
std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// Finds the first word so far that is neither an option nor --db's value, in the syntax that bash
// and zsh share; `words` is an array that counts from `first`.
std::string find_word(const std::string& words, const std::string& first, const std::string& end) {
  return "  for ((i = " + first + "; i < " + end + "; i++)); do\n    case ${" + words +
         "[i]} in\n      --db) ((i++)) ;;\n      -*) ;;\n      *) command=${" + words +
         "[i]}; break ;;\n    esac\n  done\n";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// What may stand on the command line so that the next word is the option's value, as patterns of
// "COMMAND,WORD BEFORE".
std::string value_patterns(const Command& command, const Option& option) {
  std::string text = command.word + "," + option.key();
  if (option.name != option.key())
    text += "|" + command.word + "," + option.name.substr(0, option.name.find(','));
  return text;
}

// A case of bash and zsh whose branches complete values: of options, by `values` or `files`, and
// return; what a value's words are not known of is left to whoever types.
std::string value_cases(const std::string& values, const std::string& files) {
  std::string text = "  case $command,$before in\n    *,--db) " + files + "; return ;;\n";
  for (const auto& command : commands())
    for (const auto& option : command.options) {
      if (option.positional() || option.value.empty()) continue;
      text += "    " + value_patterns(command, option) + ") ";
      if (!option.words.empty()) text += values + shell_quoted(joined(option.words)) + "; ";
      if (option.words.empty() && option.names_files()) text += files + "; ";
      text += "return ;;\n";
    }
  return text + "  esac\n";
}

// The words that the first argument of a command is one of; none: anything.
const std::vector<std::string>& first_words(const Command& command) {
  static const std::vector<std::string> none;
  for (const auto& option : command.options)
    if (option.positional()) return option.words;
  return none;
}

// Whether the command itself knows what completes its words.
bool is_asked(const Command& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const Option& option) { return option.key() == "--complete"; });
}

// A colon ends a word of bash, but not of a query.
constexpr char kAskedInBash[] = R"(_dossier_asked() {
  local whole=${COMP_LINE:+${COMP_LINE:0:$COMP_POINT}} head=
  whole=${whole##*[[:space:]\'\"]}
  [[ -n $COMP_LINE ]] || whole=$word
  mapfile -t COMPREPLY < <(dossier "$1" --complete -- "$whole" 2> /dev/null)
  [[ $COMP_WORDBREAKS != *:* || $whole != *:* ]] || head=${whole%"${whole##*:}"}
  COMPREPLY=("${COMPREPLY[@]#"$head"}")
  [[ ${COMPREPLY[0]} != *: ]] || compopt -o nospace 2> /dev/null
}
)";

std::string bash_completions() {
  std::string words;
  for (const auto& command : commands()) words += " " + command.word;
  // Names of files come a line each: they may hold spaces.
  std::string text =
      "_dossier_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
      "_dossier_files() {\n"
      "  mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")\n}\n" +
      std::string(kAskedInBash) +
      "_dossier() {\n  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local command= offered= i\n  COMPREPLY=()\n" +
      find_word("COMP_WORDS", "1", "COMP_CWORD") +
      value_cases("_dossier_words ", "_dossier_files") +
      "  case $command in\n    '') offered=" + shell_quoted("--db --help --version" + words) +
      " ;;\n";
  for (const auto& command : commands()) {
    std::string options = "--db --help";
    for (const auto& option : command.options)
      if (!option.positional()) options += " " + option.key();
    text += "    " + command.word + ") offered=" + shell_quoted(options) + " ;;\n";
  }
  text += "  esac\n  case $command,$before,$word in\n    *,*,-*) ;;\n";
  for (const auto& command : commands())
    if (is_asked(command))
      text += "    " + command.word + ",*) _dossier_asked " + command.word + "; return ;;\n";
  for (const auto& command : commands())
    if (!first_words(command).empty())
      text += "    " + command.word + "," + command.word + ",*) _dossier_words " +
              shell_quoted(joined(first_words(command))) + "; return ;;\n";
  return text +
         "  esac\n  _dossier_words \"$offered\"\n"
         "  [[ -z $command || $word == -* ]] || _dossier_files\n}\n"
         "complete -o filenames -F _dossier dossier\n";
}

std::string zsh_completions() {
  std::string text =
      "#compdef dossier\n_dossier_words() { compadd -- ${=1}; }\n_dossier() {\n  local -a "
      "offered\n  local command= i "
      "before=${words[CURRENT-1]}\n" +
      find_word("words", "2", "CURRENT") + value_cases("_dossier_words ", "_files") +
      "  case $command in\n    '') offered=(\n";
  for (const auto& command : commands())
    text += "      " + shell_quoted(command.word + ":" + command.summary) + "\n";
  text += "    ); _describe command offered; return ;;\n";
  for (const auto& command : commands()) {
    text +=
        "    " + command.word + ") offered=(\n      '--db:The database'\n      '--help:Its help'\n";
    for (const auto& option : command.options)
      if (!option.positional())
        text += "      " + shell_quoted(option.key() + ":" + option.doc) + "\n";
    text += "    )";
    if (is_asked(command))
      text +=
          "\n      if [[ ${words[CURRENT]} != -* ]]; then\n        compadd -S '' -- "
          "${(f)\"$(dossier " +
          command.word + " --complete -- \"${words[CURRENT]}\" 2> /dev/null)\"}; return\n      fi";
    if (!first_words(command).empty())
      text += "\n      if [[ $before == " + command.word + " && ${words[CURRENT]} != -* ]]; then" +
              "\n        _dossier_words " + shell_quoted(joined(first_words(command))) +
              "; return\n      fi";
    text += " ;;\n";
  }
  // The file is loaded as the function _dossier at its first use, or sourced from .zshrc.
  return text +
         "  esac\n  _describe -o option offered\n  _files\n}\n"
         "if [ \"$funcstack[1]\" = _dossier ]; then _dossier \"$@\"; else compdef _dossier "
         "dossier; fi\n";
}

// How fish completes an option's value: with files, with words, or not at all.
std::string fish_value(const Option& option) {
  if (option.value.empty()) return "";
  if (!option.words.empty()) return " -x -a " + fish_quoted(joined(option.words));
  return option.names_files() ? " -r -F" : " -x";
}

std::string fish_completions() {
  std::string text = "complete -c dossier -l db -r -F -d 'The database'\n";
  for (const auto& command : commands()) {
    text += "complete -c dossier -n __fish_use_subcommand -f -a " + command.word + " -d " +
            fish_quoted(command.summary) + "\n";
    const std::string within = "__fish_seen_subcommand_from " + command.word;
    if (is_asked(command))
      text += "complete -c dossier -f -n " + fish_quoted(within) + " -a " +
              fish_quoted("(dossier " + command.word +
                          " --complete -- (commandline -ct) 2> /dev/null)") +
              "\n";
    if (const std::string words = joined(first_words(command)); !words.empty())
      text += "complete -c dossier -f -n " +
              fish_quoted(within + "; and not __fish_seen_subcommand_from " + words) + " -a " +
              fish_quoted(words) + "\n";
    for (const auto& option : command.options)
      if (!option.positional())
        text += "complete -c dossier -n " + fish_quoted(within) + " -l " + option.key().substr(2) +
                fish_value(option) + " -d " + fish_quoted(option.doc) + "\n";
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
