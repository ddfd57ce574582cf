#pragma once
// Every command of the program is a row of one table: what it is called, what it takes, an example,
// and what runs it. The parser, the help, the man page and the shell completions are all made from
// that table, so none can lag behind another. Rejected: declaring options where they are parsed
// (help and man drift).
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::cli {

struct Option {
  std::string name;   // --max-results; positional without dashes: PATTERN
  std::string value;  // what the help calls its value; "" = a flag
  std::string doc;
  bool required = false;
  bool repeatable = false;
  std::vector<std::string> words = {};  // what a shell offers for it; empty: files, or nothing

  bool names_files() const { return value == "FILE" || value == "FOLDER" || value == "PATH"; }
  bool positional() const { return !name.starts_with('-'); }
  /// The name without a short one before it: "--regexp" of "-e,--regexp".
  std::string key() const { return name.substr(name.rfind(',') + 1); }
};

/// --project and --snapshot of commands that read stored files.
Option project_option();
Option snapshot_option();

/// What a command line said, by option name.
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
  bool json() const { return has("--json"); }

  /// The database to use: --db, $DOSSIER_DB, the nearest dossier.db here or above, else dossier.db
  /// here.
  std::string database() const;

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

/// In the order that help lists them.
enum class Group { look, store, agents, serve, grpc, seed };
std::string_view name_of(Group group);

struct Command {
  std::string word;
  Group group = Group::look;
  std::string summary;  // one line, no period
  std::string details;  // paragraphs for its own help; may be empty
  std::string example;
  std::vector<Option> options;
  /// Results on standard output, progress on standard error. Returns the exit status: 0 done, 2
  /// done in part; failures are thrown.
  std::function<int(const Invocation&)> run;
  /// Words that look like options but are none are positional: `find kind:method -name:get`.
  bool takes_any_word = false;
};

/// The whole table, ordered by group.
const std::vector<Command>& commands();
const Command* find_command(std::string_view word);

// The rows, one function per file.
Command sql_command();
Command import_command();
Command export_command();
Command backup_command();
Command drop_command();
Command compact_command();
Command ls_command();
Command status_command();
Command serve_command();
Command completions_command();
Command man_command();
std::vector<Command> agent_commands();   // cli/agent.cc
std::vector<Command> lookup_commands();  // one per Op

/// What the words after the program's name ask for.
struct Parsed {
  const Command* command = nullptr;  // null: help or version was asked for, in `text`
  Invocation invocation;
  std::string text;
};
/// Throws Error{invalid} with what is wrong and what to type instead.
Parsed parse(int argc, const char* const* argv);

std::string help();
std::string help(const Command& command);
std::string man_page();
/// For bash, zsh or fish. Throws Error{invalid} for another shell.
std::string completions(std::string_view shell);

}  // namespace dossier::cli
