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

std::string listed() {
  std::string text;
  for (const auto& action : actions())
    text += (text.empty()                   ? ""
             : &action == &actions().back() ? " or "
                                            : ", ") +
            std::string(action.word);
  return text;
}

int run_command(const Invocation& invocation) {
  const std::string& wanted = invocation.all("ACTION").front();
  for (const auto& action : actions())
    if (action.word == wanted) return action.run(invocation);
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

void grpc_takes(const Invocation& invocation, std::initializer_list<std::string_view> own) {
  const std::string& action = invocation.all("ACTION").front();
  for (const auto& one : actions())
    for (const auto& option : one.options) {
      const std::string key = option.key();
      if (option.positional() || !invocation.has(key)) continue;
      if (std::find(own.begin(), own.end(), key) == own.end())
        throw Error(ErrorCode::invalid, "`dossier grpc " + action + "` takes no " + key, action);
    }
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
  command.options.push_back({"--json", "", "Print JSON and nothing else on standard output"});
  command.run = run_command;
  return command;
}

}  // namespace dossier::cli
