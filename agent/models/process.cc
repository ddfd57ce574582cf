// Any command as a model: one process a reply, in a process group of its own that is killed whole
// when time is up. No shell is involved. Its standard error is kept beside the reply.
#include <sys/wait.h>

#include "agent/bounds.h"
#include "agent/models/providers.h"
#include "engine/child.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/no_sigpipe.h"

namespace dossier::models {
namespace {

constexpr std::string_view kSystem = "{system}", kPrompt = "{prompt}";

// The argument with both placeholders filled in one pass: a prompt may itself hold "{system}".
std::string filled(const std::string& argument, const std::string& system,
                   const std::string& prompt) {
  std::string out;
  for (size_t at = 0; at < argument.size();) {
    const std::string_view rest = std::string_view(argument).substr(at);
    if (rest.starts_with(kSystem)) {
      out += system;
      at += kSystem.size();
    } else if (rest.starts_with(kPrompt)) {
      out += prompt;
      at += kPrompt.size();
    } else {
      out += argument[at++];
    }
  }
  return out;
}

// The conversation as one text: the message alone when there is one, else each behind its speaker.
std::string prompt_of(const std::vector<Message>& messages) {
  if (messages.size() == 1) return messages[0].text;
  std::string out;
  for (const auto& message : messages) {
    if (!out.empty()) out += "\n\n";
    out += message.role == Role::assistant ? "[assistant]\n" : "[user]\n";
    out += message.text;
  }
  return out + "\n\n[assistant]\n";
}

class Process final : public Model {
 public:
  Process(std::string command, ModelSettings settings)
      : command_(std::move(command)),
        arguments_(split_command(command_)),
        settings_(std::move(settings)) {
    if (arguments_.empty()) throw Error(ErrorCode::invalid, "process: needs a command");
  }

  std::string name() const override { return "process:" + command_; }
  bool native_calls() const override { return false; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token stop) override {
    const NoSigpipe guard;
    const bool has_prompt = command_.find(kPrompt) != command_.npos;
    std::string prompt = prompt_of(request.messages);
    if (command_.find(kSystem) == command_.npos && !request.system.empty())
      prompt = request.system + "\n\n" + prompt;
    std::vector<std::string> arguments = arguments_;
    for (auto& argument : arguments) argument = filled(argument, request.system, prompt);
    Child child(arguments);
    std::string_view input = has_prompt ? std::string_view() : std::string_view(prompt);
    const int64_t timeout_ms = within(settings_, request).timeout_ms;
    const int64_t deadline = steady_ms() + timeout_ms;
    size_t shown = 0;
    const auto stepped = [&] {
      const bool goes_on = child.step(input);
      if (child.output.size() > kPeerBounds.message_bytes)
        throw Error(ErrorCode::limit, over("the command's reply", kPeerBounds.message_bytes));
      return goes_on;
    };
    while (stepped()) {
      if (stop.stop_requested()) throw Error(ErrorCode::conflict, "stopped");
      if (steady_ms() > deadline)
        throw Error(ErrorCode::limit,
                    "no reply within " + std::to_string(timeout_ms / 1000.0).substr(0, 5) + " s" +
                        told(child.errors),
                    command_);
      if (listener && child.output.size() > shown)
        listener({ModelProgress::piece, std::string_view(child.output).substr(shown)});
      shown = child.output.size();
    }
    if (listener && child.output.size() > shown)
      listener({ModelProgress::piece, std::string_view(child.output).substr(shown)});
    if (WIFSIGNALED(child.status()))
      throw Error(
          ErrorCode::io,
          "ended by signal " + std::to_string(WTERMSIG(child.status())) + told(child.errors),
          command_);
    if (WEXITSTATUS(child.status()) != 0)
      throw Error(ErrorCode::io,
                  "exit status " + std::to_string(WEXITSTATUS(child.status())) + told(child.errors),
                  command_);
    return {{Role::assistant, child.output, {}, {}}, {}, child.errors};
  }

 private:
  static std::string told(const std::string& errors) {
    return errors.empty() ? "" : ": " + errors.substr(0, 2000);
  }

  std::string command_;
  std::vector<std::string> arguments_;
  ModelSettings settings_;
};

}  // namespace

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> out;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) out.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) throw Error(ErrorCode::invalid, "a quote is not closed", std::string(command));
  if (in_word) out.push_back(std::move(word));
  return out;
}

std::unique_ptr<Model> process(std::string command, const ModelSettings& settings) {
  return std::make_unique<Process>(std::move(command), settings);
}

}  // namespace dossier::models
