#pragma once
// The table of commands. A row has a command's name, options, example and function. The parser, the
// help, the man page and the shell completions are generated from the table, so none can lag
// behind. Rejected: declaring options where they are parsed (help and man page drift).
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::cli {

struct Option {
  std::string name;   // --max-results; positional without dashes: PATTERN
  std::string value;  // the value's name in the help; "" = a flag
  std::string doc;
  bool required = false;
  bool repeatable = false;
  std::vector<std::string> words = {};  // completions; empty: files, or nothing

  bool names_files() const { return value == "FILE" || value == "FOLDER" || value == "PATH"; }
  bool positional() const { return !name.starts_with('-'); }
  /// The name without a short one before it: "--regexp" of "-e,--regexp".
  std::string key() const { return name.substr(name.rfind(',') + 1); }
};

/// --project and --snapshot of commands that read stored files.
Option project_option();
Option snapshot_option();

/// The options of a command line, by name.
class Invocation {
 public:
  void add(const std::string& name, std::string value) {
    values_[name].push_back(std::move(value));
  }
  bool has(const std::string& name) const { return values_.contains(name); }
  /// The (last) value; "" when absent.
  std::string text(const std::string& name) const;
  std::optional<std::string> optional(const std::string& name) const;
  const std::vector<std::string>& all(const std::string& name) const;
  /// The number that an option gives. Throws Error{invalid}, which names the range, for anything
  /// that is not in it.
  int64_t number(const std::string& name, int64_t least, int64_t most) const;
  bool json() const { return has("--json"); }

  /// The database, to write it: --db, $DOSSIER_DB, the nearest dossier.db in this folder or above,
  /// or dossier.db in this folder. Throws Error{denied} for one that was found and is not the
  /// person's (store/origin.h; cli/vouched.h opens one to read).
  std::string database() const;

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

/// In the order of help.
enum class Group { look, store, agents, serve, grpc, seed };
std::string_view name_of(Group group);

struct Command {
  std::string word;
  Group group = Group::look;
  std::string summary;  // one line, no period
  std::string details;  // paragraphs for its own help; may be empty
  std::string example;
  std::vector<Option> options;
  /// Prints results on standard output and progress on standard error. Returns the exit status: 0
  /// done, 2 partly done; failures are thrown.
  std::function<int(const Invocation&)> run;
  /// Words that look like options but are not are positional: `find kind:method -name:get`.
  bool takes_any_word = false;
  /// Options of programs that it is like, and what does here what they do there.
  std::vector<std::pair<std::string, std::string>> foreign = {};
  /// Of a command whose first word says what to do: a row for each, whose help is its own. The
  /// options are listed with the command as well.
  std::vector<Command> actions = {};
};

/// The whole table, ordered by group.
const std::vector<Command>& commands();
const Command* find_command(std::string_view word);

// The rows, one function per file.
Command sql_command();
Command import_command();
Command export_command();
Command backup_command();
Command trust_command();
Command drop_command();
Command compact_command();
Command ls_command();
Command status_command();
Command serve_command();
Command completions_command();
Command man_command();
Command grpc_command();
std::vector<Command> agent_commands();   // cli/agent.cc
std::vector<Command> lookup_commands();  // one per Op

/// The parsed command line.
struct Parsed {
  const Command* command = nullptr;  // null: `text` is the requested help or version
  Invocation invocation;
  std::string text;
};
/// Throws Error{invalid} with what is wrong and what to type instead.
Parsed parse(int argc, const char* const* argv);

/// A text of help as it fits a terminal of this width: paragraphs are filled anew, and a row's
/// second column hangs below itself. Unchanged for a width of 0, which no terminal has.
std::string fitted(const std::string& text, size_t width);
std::string help();
std::string help(const Command& command);
std::string man_page();
/// For bash, zsh or fish. Throws Error{invalid} for another shell.
std::string completions(std::string_view shell);

}  // namespace dossier::cli
