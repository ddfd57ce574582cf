// dossier grpc: from a changed .proto to what has to follow. The table of its actions.
#include "cli/grpc.h"

#include <algorithm>

#include "engine/error.h"

namespace dossier::cli {
namespace {

const std::vector<GrpcAction>& actions() {
  static const std::vector<GrpcAction> kActions = [] {
    std::vector<GrpcAction> all;
    for (auto make : {grpc_context_action, grpc_suspects_action, grpc_fix_action, grpc_batch_action,
                      grpc_score_action, grpc_report_action})
      all.push_back(make());
    return all;
  }();
  return kActions;
}

// What belongs to an action beside its own row: a line of help, an example, its words, and the
// options of other actions that it takes.
struct ActionHelp {
  std::string_view word, summary, example;
  Option words;
  std::vector<std::string_view> shared;
};

const std::vector<ActionHelp>& action_helps() {
  static const Option kVersions{"VERSIONS", "", "Two folders, A..B, a case, or nothing", false,
                                true};
  static const std::vector<ActionHelp> kHelps = {
      {"context",
       "Say what changed in .proto files, what has to follow, and what lies around it",
       "dossier grpc context v1.2..v1.3 --out context",
       kVersions,
       {}},
      {"suspects",
       "Rank the files that have to follow a change of .proto files",
       "dossier grpc suspects v1.2..v1.3",
       kVersions,
       {"--rev", "--top", "--project"}},
      {"fix",
       "Let a model make the code follow a change of .proto files",
       "dossier grpc fix context --model anthropic:NAME --write fixed",
       {"CONTEXT", "", "A folder that context wrote to, or a case of a dataset", true},
       {"--top"}},
      {"batch",
       "Fix every case of a dataset",
       "dossier grpc batch dataset --jobs 4 --model anthropic:NAME",
       {"DATASET", "", "A folder of cases PROJECT/{pullrequest,issue}/NAME", true},
       {"--out", "--top", "--max-turns", "--max-tokens", "--timeout", "--context-tokens", "--check",
        "--permit", "--prompts", "--seed-only"}},
      {"score",
       "Compare what was fixed with what people did",
       "dossier grpc score dataset-run --against other-run",
       {"RUN", "", "The folder of a batch, or a dataset with a result.diff in each case", true},
       {}},
      {"report",
       "Write a run as one page of HTML",
       "dossier grpc report dataset-run",
       {"RUN", "", "The folder of a batch", true},
       {"--out"}}};
  return kHelps;
}

const ActionHelp& help_of(std::string_view word) {
  return *std::find_if(action_helps().begin(), action_helps().end(),
                       [&](const auto& help) { return help.word == word; });
}

// The options that an action takes, its own first.
std::vector<Option> options_of_action(const GrpcAction& action) {
  std::vector<Option> out = action.options;
  for (const auto shared : help_of(action.word).shared)
    for (const auto& other : actions())
      for (const auto& option : other.options) {
        const bool is_known = std::any_of(
            out.begin(), out.end(), [&](const Option& row) { return row.name == option.name; });
        if (option.name == shared && !is_known) out.push_back(option);
      }
  return out;
}

// An option of another action would be ignored, and is refused.
void refuse_foreign_options(const GrpcAction& action, const Invocation& invocation) {
  const auto own = options_of_action(action);
  for (const auto& other : actions())
    for (const auto& option : other.options) {
      const bool is_own = std::any_of(own.begin(), own.end(),
                                      [&](const Option& row) { return row.name == option.name; });
      if (invocation.has(option.name) && !is_own)
        throw Error(ErrorCode::invalid,
                    "`dossier grpc " + std::string(action.word) + "` takes no " + option.name,
                    std::string(action.word));
    }
}

std::string listed() {
  std::string text;
  for (const auto& action : actions())
    text += (text.empty()                   ? ""
             : &action == &actions().back() ? " or "
                                            : ", ") +
            std::string(action.word);
  return text;
}

int run_grpc(const Invocation& invocation) {
  const std::string& wanted = invocation.all("ACTION").front();
  for (const auto& action : actions())
    if (action.word == wanted) {
      refuse_foreign_options(action, invocation);
      return action.run(invocation);
    }
  throw Error(ErrorCode::invalid, "no such action; write " + listed(), wanted);
}

}  // namespace

std::vector<std::string> grpc_words(const Invocation& invocation) {
  const auto& all = invocation.all("ACTION");
  return {all.begin() + (all.empty() ? 0 : 1), all.end()};
}

std::string grpc_word(const Invocation& invocation, std::string_view what) {
  const auto words = grpc_words(invocation);
  if (words.size() != 1)
    throw Error(ErrorCode::invalid,
                "it takes one " + std::string(what) + ", not " + std::to_string(words.size()),
                invocation.all("ACTION").front());
  return words[0];
}

size_t grpc_number(const Invocation& invocation, const std::string& option, size_t otherwise,
                   size_t most) {
  if (!invocation.has(option)) return otherwise;
  const std::string text = invocation.text(option);
  const bool is_number =
      !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == text.npos;
  const size_t number = is_number ? std::stoul(text) : 0;
  if (number == 0 || number > most)
    throw Error(ErrorCode::invalid, option + " takes a number from 1 to " + std::to_string(most),
                text);
  return number;
}

Command grpc_command() {
  Command command;
  command.word = "grpc";
  command.group = Group::grpc;
  command.summary = "Follow a changed .proto through a program";
  command.example = "dossier grpc suspects";
  command.options = {{"ACTION", "", "What to do, and with what", true, true}};
  for (const auto& action : actions()) {
    command.options[0].words.emplace_back(action.word);
    command.details += (command.details.empty() ? "" : "\n\n") + action.details;
    for (const auto& option : action.options) {
      const auto same = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const Option& row) { return row.name == option.name; });
      if (same == command.options.end()) command.options.push_back(option);
    }
  }
  const Option json{"--json", "", "Print JSON and nothing else on standard output"};
  command.options.push_back(json);
  for (const auto& action : actions()) {
    const ActionHelp& help = help_of(action.word);
    Command row;
    row.word = "grpc " + std::string(action.word);
    row.summary = help.summary;
    row.details = action.details;
    row.example = help.example;
    row.options = options_of_action(action);
    row.options.insert(row.options.begin(), help.words);
    row.options.push_back(json);
    command.actions.push_back(std::move(row));
  }
  command.run = run_grpc;
  return command;
}

}  // namespace dossier::cli
