// Any command as a model: one process a reply, in a process group of its own that is killed whole
// when time is up. No shell is involved. Its standard error is kept beside the reply.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "agent/bounds.h"
#include "agent/models/no_sigpipe.h"
#include "agent/models/providers.h"
#include "engine/error.h"
#include "engine/seams.h"

extern char** environ;

namespace dossier::models {
namespace {

constexpr int kPollMs = 20;
constexpr std::string_view kSystem = "{system}", kPrompt = "{prompt}";

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
      throw Error(ErrorCode::io, std::strerror(errno), "pipe2");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  int end(size_t i) const { return ends_[i]; }
  void close_end(size_t i) {
    if (ends_[i] >= 0) ::close(std::exchange(ends_[i], -1));
  }
  void unblock(size_t i) const { ::fcntl(ends_[i], F_SETFL, O_NONBLOCK); }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

// A child and its pipes. Killed, with its group, when it goes out of scope before it ended.
class Child {
 public:
  explicit Child(const std::vector<std::string>& arguments) {
    std::vector<char*> argv;
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in_.end(0), 0);
    posix_spawn_file_actions_adddup2(&actions, out_.end(1), 1);
    posix_spawn_file_actions_adddup2(&actions, err_.end(1), 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int error = ::posix_spawnp(&pid_, argv[0], &actions, &attributes, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) {
      pid_ = -1;
      throw Error(ErrorCode::not_found, std::strerror(error), arguments[0]);
    }
    in_.close_end(0);
    out_.close_end(1);
    err_.close_end(1);
    in_.unblock(1);
    out_.unblock(0);
    err_.unblock(0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ < 0) return;
    ::kill(-pid_, SIGKILL);
    if (!ended_) ::waitpid(pid_, &status_, 0);
  }

  /// Feeds and drains for a moment; false once there is nothing left to wait for.
  bool step(std::string_view& input) {
    if (input.empty()) in_.close_end(1);
    std::array<pollfd, 3> polled = {
        {{in_.end(1), POLLOUT, 0}, {out_.end(0), POLLIN, 0}, {err_.end(0), POLLIN, 0}}};
    ::poll(polled.data(), polled.size(), kPollMs);
    if (polled[0].revents != 0) feed(input);
    if (polled[1].revents != 0) drain(out_, output, kPeerBounds.message_bytes + 1);
    if (output.size() > kPeerBounds.message_bytes)
      throw Error(ErrorCode::limit, over("the command's reply", kPeerBounds.message_bytes));
    if (polled[2].revents != 0) drain(err_, errors, kPeerBounds.diagnostics_bytes);
    if (!ended_ && ::waitpid(pid_, &status_, WNOHANG) == pid_) {
      ended_ = true;
      ended_at_ = steady_ms();
    }
    // A grandchild may hold the pipes open: it gets a moment, then goes with the group.
    const bool drained = out_.end(0) < 0 && err_.end(0) < 0;
    return !ended_ || (!drained && steady_ms() - ended_at_ < 500);
  }
  int status() const { return status_; }

  std::string output, errors;

 private:
  void feed(std::string_view& input) {
    const ssize_t put = ::write(in_.end(1), input.data(), input.size());
    if (put > 0) input.remove_prefix(static_cast<size_t>(put));
    if (put < 0 && errno != EAGAIN && errno != EINTR) input = {};  // it does not read: its right
  }
  // What comes after `most` bytes is read and forgotten.
  static void drain(Pipe& pipe, std::string& into, size_t most) {
    std::array<char, 65536> buffer;
    const ssize_t got = ::read(pipe.end(0), buffer.data(), buffer.size());
    if (got > 0) into.append(buffer.data(), std::min(static_cast<size_t>(got), most - into.size()));
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) pipe.close_end(0);
  }

  Pipe in_, out_, err_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
  int64_t ended_at_ = 0;
};

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
    while (child.step(input)) {
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
