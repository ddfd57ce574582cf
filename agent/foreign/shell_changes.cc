// Which changes of files a shell's command makes.
#include <algorithm>
#include <filesystem>

#include "agent/foreign/change.h"
#include "agent/foreign/shell.h"
#include "engine/readers/word_list.h"

namespace dossier::foreign {
namespace {

constexpr std::string_view kCompound =
    "case do done elif else esac fi for function if select then until while { } ! ( )";

// What begins or ends a part that may run never, or more than once.
bool is_compound(const ShellCommand& command) {
  return !command.words.empty() && (is_among(kCompound, command.words[0]) ||
                                    command.words[0].find_first_of("(){}!") != std::string::npos);
}

// Words that change files, each with the options or subcommands without which it does not.
bool changes_files(std::vector<std::string> words) {
  const auto first = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return !is_among(kCompound, word);
  });
  words.erase(words.begin(), first);
  if (words.empty()) return false;
  const size_t begin = words[0].find_first_not_of("(!{");
  const std::string verb = begin == std::string::npos ? "" : words[0].substr(begin);
  const auto has = [&](auto is_one) { return std::any_of(words.begin() + 1, words.end(), is_one); };
  if (is_among("cp dd install ln mv patch rm rmdir tee truncate", verb)) return true;
  if (verb == "sed" || verb == "perl")
    return has([](const std::string& word) {
      return word.starts_with("--in-place") ||
             (word.starts_with('-') && !word.starts_with("--") &&
              word.substr(0, word.find('e')).find('i') != word.npos);
    });
  return verb == "git" && has([](const std::string& word) {
           return is_among(
               "am apply checkout cherry-pick clean merge mv pull rebase reset restore "
               "revert rm stash switch",
               word);
         });
}

bool is_file(const std::string& output) { return !output.empty() && !output.starts_with("/dev/"); }

class ShellRun {
 public:
  explicit ShellRun(std::vector<ShellCommand> commands) : commands_(std::move(commands)) {}

  ShellChanges run() {
    for (size_t i = 0; i < commands_.size(); ++i) {
      is_open_ = is_open_ || is_compound(commands_[i]);
      has_run_ = !is_open_ && runs(i);
      take(commands_[i], has_run_, ends_well(i));
    }
    return std::move(out_);
  }

 private:
  // Where everything from here on has to end well for the whole to do so.
  bool ends_well(size_t at) const {
    for (; at < commands_.size(); ++at)
      if (const auto after = commands_[at].after;
          after != ShellCommand::and_then && after != ShellCommand::end)
        return false;
    return true;
  }

  bool runs(size_t at) const {
    if (commands_[at].after == ShellCommand::pipe) return false;
    if (at == 0) return true;
    switch (commands_[at - 1].after) {
      case ShellCommand::next:
        return true;
      case ShellCommand::and_then:
        return ends_well(at) || (has_run_ && is_sure(commands_[at - 1]));
      default:
        return false;
    }
  }

  // Of which it is taken for granted that it ends well.
  static bool is_sure(const ShellCommand& command) {
    return !command.words.empty() && is_among("cat cd echo mkdir", command.words[0]);
  }

  void take(const ShellCommand& command, bool has_run, bool has_ended_well) {
    const std::vector<std::string>& words = command.words;
    if (words.empty()) {
      out_.has_others = out_.has_others || is_file(command.output);
      return;
    }
    const bool is_plain = has_run && command.is_plain && is_known_;
    if (words[0] == "cd") {
      is_known_ = is_plain && words.size() == 2 && words[1] != "-";
      if (is_known_) folder_ = below_folder(words[1]);
    } else if (words[0] == "cat" && words.size() == 1 && is_file(command.output) && is_plain &&
               command.document && command.document_is_plain) {
      add({command.appends ? Change::append : Change::write,
           below_folder(command.output),
           *command.document,
           {},
           0,
           0,
           {}});
    } else if (words[0] == "rm" && is_plain && removes(words, has_ended_well)) {
      for (size_t i = 1; i < words.size(); ++i)
        if (!words[i].starts_with("-"))
          add({Change::remove, below_folder(words[i]), {}, {}, 0, 0, {}});
    } else {
      out_.has_others = out_.has_others || is_file(command.output) || changes_files(words);
    }
  }

  // Whether files that it names are gone: without -f it may have found none. Of a folder it is not
  // known what it held.
  static bool removes(const std::vector<std::string>& words, bool has_ended_well) {
    bool is_forced = false;
    for (size_t i = 1; i < words.size(); ++i) {
      if (!words[i].starts_with("-")) continue;
      if (words[i].find_first_of("rR") != std::string::npos) return false;
      is_forced = is_forced || words[i] == "--force" || words[i].find('f') != std::string::npos;
    }
    return is_forced || has_ended_well;
  }

  std::string below_folder(const std::string& path) const {
    if (folder_.empty() || path.starts_with('/')) return path;
    return (std::filesystem::path(folder_) / path).lexically_normal().string();
  }

  void add(Change change) {
    if (out_.changes.size() < kMostChanges)
      out_.changes.push_back(std::move(change));
    else
      out_.has_others = true;
  }

  std::vector<ShellCommand> commands_;
  ShellChanges out_;
  std::string folder_;    // "" = where the call began
  bool is_known_ = true;  // where it is now
  bool is_open_ = false;  // a part that may not run has begun
  bool has_run_ = false;  // the one before
};

}  // namespace

std::string shell_command(const Json& input) {
  if (input.fields() == nullptr) return {};
  const Json* command = input.find("command");
  if (command == nullptr) command = input.find("cmd");
  if (command == nullptr) return {};
  if (command->string() != nullptr) return *command->string();
  // ["bash", "-lc", "…"], ["apply_patch", "…"]
  std::vector<std::string> words;
  for (const auto& word : command->each())
    if (word.string() != nullptr) words.push_back(*word.string());
  if (words.size() == 2 && words[0] == "apply_patch") return words[1];
  if (words.size() == 3 && words[1].starts_with("-") && words[1].ends_with("c")) return words[2];
  std::string out;
  for (const auto& word : words) {
    if (!out.empty()) out += ' ';
    if (!word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#!~") == word.npos) {
      out += word;
      continue;
    }
    out += '\'';
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    out += '\'';
  }
  return out;
}

ShellChanges shell_changes(std::string_view command) {
  if (const size_t patch = command.find("*** Begin Patch");
      patch != command.npos &&
      (patch == 0 || command.substr(0, patch).find("apply_patch") != std::string_view::npos))
    return {changes_in_patch(command.substr(patch)), false};
  // A change takes a command, and as many again lead to it.
  auto commands = shell_commands(command, 2 * kMostChanges + 1);
  const bool is_cut = commands.size() > 2 * kMostChanges;
  ShellChanges out = ShellRun(std::move(commands)).run();
  out.has_others = out.has_others || is_cut;
  return out;
}

}  // namespace dossier::foreign
