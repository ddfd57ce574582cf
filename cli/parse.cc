// The command line read by CLI11, which knows its conventions (--name=value, --, bundled short
// options); what there is to read comes from the table.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <list>

#include "cli/command.h"
#include "engine/error.h"
#include "engine/nearest.h"

namespace dossier::cli {
namespace {

// One option's values, waiting to be moved into the invocation.
struct Slot {
  std::string name;
  std::vector<std::string> values;
  bool flag = false;
};

void declare(CLI::App& app, const Option& option, std::list<Slot>& slots) {
  Slot& slot = slots.emplace_back();
  slot.name = option.key();
  if (option.value.empty() && !option.positional()) {
    app.add_flag(option.name, slot.flag);
    return;
  }
  std::string name = option.name;
  if (option.positional() && name.starts_with('[')) name = name.substr(1, name.size() - 2);
  // `find` and `sql` call it so.
  if (name == "--max-results") name += ",--limit";
  auto* declared = app.add_option(name, slot.values)->type_size(1);
  // Otherwise an option takes every word up to the next one: `--limit 3 PATTERN`.
  if (!option.positional()) declared->allow_extra_args(false);
  if (option.repeatable && option.positional())
    declared->expected(option.required ? 1 : 0, 1 << 20);
  else
    declared->expected(1);
  // What follows a value is the next argument, not another value.
  if (!option.positional() || !option.repeatable) declared->allow_extra_args(false);
  if (option.required) declared->required();
  if (!option.positional() || !option.repeatable)
    declared->multi_option_policy(option.repeatable ? CLI::MultiOptionPolicy::TakeAll
                                                    : CLI::MultiOptionPolicy::TakeLast);
}

std::string nearest_command(const std::string& word) {
  std::vector<std::string_view> words;
  for (const auto& command : commands()) words.emplace_back(command.word);
  return suggestion(word, words);
}

// The first word that is not an option of the program itself.
std::string command_word(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--db") {
      ++i;
    } else if (!word.starts_with('-')) {
      return std::string(word);
    }
  }
  return {};
}

// The words after the program's name for a command that takes any word: its options first, then,
// behind
// --, everything else in its order.
std::vector<std::string> options_first(const Command& command, int argc, const char* const* argv) {
  std::vector<std::string> options, words;
  bool named = false, only_words = false;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    const std::string name = text.substr(0, text.find('='));
    const auto option = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const Option& row) { return row.name == name; });
    const bool known = !only_words && text.starts_with("--") &&
                       (name == "--db" || option != command.options.end());
    if (!named && text == command.word) {
      named = true;
    } else if (known) {
      options.push_back(text);
      const bool takes_value = name == "--db" || !option->value.empty();
      if (takes_value && name == text && i + 1 < argc) options.emplace_back(argv[++i]);
    } else if (text == "--" && !only_words) {
      only_words = true;
    } else {
      words.push_back(text);
    }
  }
  std::vector<std::string> out{command.word};
  out.insert(out.end(), options.begin(), options.end());
  if (!words.empty()) out.emplace_back("--");
  out.insert(out.end(), words.begin(), words.end());
  return out;
}

// "--db=": the library would take the next word for what is missing.
void check_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw Error(ErrorCode::invalid, std::string(word) + " has no value");
  }
}

// What is wrong. An argument may be missing because a word that looks like an option was to be it.
std::string problem_of(const CLI::ParseError& wrong, const CLI::App& app) {
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&wrong) != nullptr;
  const auto words = app.remaining(true);
  if (is_extra || dynamic_cast<const CLI::RequiredError*>(&wrong) != nullptr)
    for (const auto& word : words)
      if (word.size() > 1 && word.starts_with('-') && word != "--") return "unknown option " + word;
  return is_extra && !words.empty() ? "unexpected argument '" + words.front() + "'" : wrong.what();
}

// What does what an option of another program does; "" = nothing is known of it.
std::string instead_of(const CLI::App& app, const Command* command) {
  if (!command) return {};
  for (const auto& word : app.remaining(true))
    for (const auto& [option, what] : command->foreign)
      if (word == option || word.starts_with(option + "=")) return ": " + what;
  return {};
}

// The action whose help is wanted: "grpc fix --help"; the command itself where none is named.
const Command& action_meant(const Command& command, int argc, const char* const* argv) {
  for (int i = 2; i < argc; ++i)
    for (const auto& action : command.actions)
      if (action.word == command.word + " " + argv[i]) return action;
  return command;
}

}  // namespace

Parsed parse(int argc, const char* const* argv) {
  check_values(argc, argv);
  const std::string word = command_word(argc, argv);
  if (!word.empty() && word != "help" && !find_command(word)) {
    throw Error(ErrorCode::invalid, "no command '" + word + "'" + nearest_command(word) +
                                        "; `dossier --help` lists them");
  }
  std::list<Slot> slots;
  std::map<const CLI::App*, std::pair<const Command*, std::vector<Slot*>>> declared;
  bool help_flag = false, version_flag = false;
  CLI::App app("dossier");
  app.set_help_flag();
  app.add_flag("-h,--help", help_flag);
  app.add_flag("--version", version_flag);
  Slot database{"--db", {}, false};
  app.add_option("--db", database.values)
      ->type_size(1)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.fallthrough();
  std::vector<std::string> topic;
  // One command a line: a later word that is also a command (sessions export) is that one's own.
  app.require_subcommand(0, 1);
  app.add_subcommand("help")->add_option("topic", topic);
  // The others would cost more to declare than a quick answer.
  if (const Command* command = find_command(word)) {
    CLI::App* sub = app.add_subcommand(command->word);
    sub->set_help_flag();
    sub->fallthrough();
    auto& [row, own] = declared[sub];
    row = command;
    for (const auto& option : command->options) {
      declare(*sub, option, slots);
      own.push_back(&slots.back());
    }
  }
  Parsed parsed;
  const auto named = [&](const std::string& name) -> const Command* {
    const Command* command = find_command(name);
    if (!command)
      throw Error(ErrorCode::invalid, "no command '" + name + "'; `dossier --help` lists them");
    return command;
  };
  // Help is wanted even where something required is missing.
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (flag == "--") break;
    if (flag != "--help" && flag != "-h") continue;
    parsed.text =
        word.empty() || word == "help" ? help() : help(action_meant(*named(word), argc, argv));
    return parsed;
  }
  try {
    if (const Command* command = find_command(word); command && command->takes_any_word) {
      auto words = options_first(*command, argc, argv);
      std::reverse(words.begin(), words.end());  // as CLI11 wants them
      app.parse(std::move(words));
    } else {
      app.parse(argc, argv);
    }
  } catch (const CLI::ConversionError& wrong) {
    // Of options only flags are more than text.
    throw Error(ErrorCode::invalid, std::string(wrong.what()) +
                                        ": it takes no value but true and false; see `dossier " +
                                        word + " --help`");
  } catch (const CLI::ParseError& wrong) {
    const std::string hint =
        word.empty() || word == "help" ? "`dossier --help`" : "`dossier " + word + " --help`";
    throw Error(ErrorCode::invalid,
                problem_of(wrong, app) + instead_of(app, find_command(word)) + "; see " + hint);
  }
  if (version_flag) {
    parsed.text = "dossier " DOSSIER_VERSION "\n";
    return parsed;
  }
  for (const auto& [sub, entry] : declared) {
    if (!sub->parsed()) continue;
    parsed.command = entry.first;
    for (Slot* slot : entry.second) {
      if (slot->flag) parsed.invocation.add(slot->name, {});
      for (auto& value : slot->values) parsed.invocation.add(slot->name, std::move(value));
    }
  }
  for (auto& value : database.values) parsed.invocation.add("--db", std::move(value));
  if (!parsed.command) parsed.text = topic.empty() ? help() : help(*named(topic.front()));
  return parsed;
}

}  // namespace dossier::cli
