// A server as a process: one line a message on its standard input and output.
#include <sys/wait.h>

#include <array>

#include "agent/bounds.h"
#include "agent/lines.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/client/transport.h"
#include "agent/mcp/message.h"
#include "engine/child.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/no_sigpipe.h"

namespace dossier::mcp::client {
namespace {

constexpr int kWaitMs = 20;
constexpr const char* kLong = "a line of it is over 4 MB";
constexpr size_t kMostUnreadable = 20;  // lines that are no messages: some programs print there
constexpr const char* kPassedOn[] = {"PATH", "HOME", "USER", "LOGNAME", "SHELL",
                                     "TERM", "LANG", "TZ",   "TMPDIR",  "LC_ALL"};

std::vector<std::string> environment_of(const ServerConfig& config, const Variables& variables) {
  std::vector<std::string> out;
  for (const char* name : kPassedOn)
    if (const char* value = variables(name)) out.push_back(std::string(name) + "=" + value);
  for (const auto& [name, value] : config.environment) {
    std::erase_if(out, [&](const std::string& set) { return set.starts_with(name + "="); });
    out.push_back(name + "=" + filled_in(value, variables));
  }
  return out;
}

std::vector<std::string> command_of(const ServerConfig& config, const Variables& variables) {
  std::vector<std::string> out;
  for (const auto& word : config.command) out.push_back(filled_in(word, variables));
  return out;
}

class ProcessTransport final : public Transport {
 public:
  ProcessTransport(const ServerConfig& config, const Variables& variables)
      : child_(command_of(config, variables), {.folder = filled_in(config.folder, variables),
                                               .environment = environment_of(config, variables),
                                               .keeps_input = true}) {}

  // The end of its input asks it to end; what does not is ended.
  ~ProcessTransport() override {
    const NoSigpipe no_signal;
    child_.close_input();
    const int64_t end = steady_ms() + kTransportBounds.grace_ms;
    std::string_view nothing;
    while (child_.step(nothing) && steady_ms() < end) child_.output.clear();
  }

  Exchanged exchange(const Outgoing& request, const Taker& take, Patience& patience) override {
    const NoSigpipe no_signal;
    pending_ += request.text + "\n";
    size_t messages = 0, bytes = 0;
    bool is_done = false;
    for (const auto& line : std::exchange(later_, {})) is_done = is_done || take_line(line, take);
    for (int64_t closed_at = 0; !is_done;) {
      const bool was_alive = step(kWaitMs);
      bytes += child_.output.size();
      lines_.feed(std::exchange(child_.output, {}), [&](const std::string* line) {
        ++messages;
        if (is_done && line != nullptr) later_.push_back(*line);
        if (!is_done) is_done = line != nullptr ? take_line(*line, take) : note_unreadable(kLong);
      });
      if (is_done) break;
      if (!was_alive) throw gone();
      // It is about to end, or it does not know better.
      if (child_.output_ended() && closed_at == 0) closed_at = steady_ms();
      if (closed_at != 0 && steady_ms() - closed_at > kTransportBounds.grace_ms)
        throw ended("the server closed its output");
      if (bytes > kTransportBounds.bytes) throw broken("it sent over 32 MB and no answer");
      if (messages > kTransportBounds.messages)
        throw broken("it sent over " + std::to_string(kTransportBounds.messages) +
                     " messages and no answer");
      patience.check();
      if (patience.left() <= 0) return late(patience);
    }
    return {};
  }

  void glance(const Taker& take) override {
    const NoSigpipe no_signal;
    is_open_ = is_open_ && step(0);
    const auto hand_over = [&](const std::string* line) {
      if (line != nullptr) take_line(*line, take);
    };
    for (const auto& line : std::exchange(later_, {})) hand_over(&line);
    lines_.feed(std::exchange(child_.output, {}), hand_over);
  }

  void send(const Outgoing& message, Patience&) override {
    const NoSigpipe no_signal;
    pending_ += message.text + "\n";
    step(0);
  }

  bool is_open() override { return is_open_; }
  bool is_http() const override { return false; }

 private:
  bool step(int wait_ms) {
    std::string_view rest = pending_;
    const bool alive = child_.step(rest, wait_ms);
    pending_.erase(0, pending_.size() - rest.size());
    return alive;
  }

  bool take_line(const std::string& line, const Taker& take) {
    const auto read = read_reply(line);
    if (const auto* why = std::get_if<std::string>(&read)) return note_unreadable(*why);
    return take(line);
  }

  bool note_unreadable(const std::string& why) {
    if (unreadable_.empty()) unreadable_ = why;
    if (++unreadable_count_ > kMostUnreadable)
      throw broken("its output holds over 20 lines that are no messages (" + unreadable_ + ")");
    return false;
  }

  Exchanged late(const Patience& patience) {
    // What it has not read stands before whatever is sent next.
    if (!pending_.empty()) is_open_ = false;
    Exchanged out = patience.late();
    if (!unreadable_.empty())
      out.why += "; of its output " + std::to_string(unreadable_count_) +
                 " lines are no messages (" + unreadable_ + ")";
    return out;
  }

  Error broken(const std::string& why) {
    is_open_ = false;
    return Error(ErrorCode::limit, why);
  }

  Error gone() {
    const int status = child_.status();
    return ended(WIFSIGNALED(status)
                     ? "the server was ended by signal " + std::to_string(WTERMSIG(status))
                     : "the server ended with status " + std::to_string(WEXITSTATUS(status)));
  }

  Error ended(std::string why) {
    is_open_ = false;
    const std::string last = plain(child_.errors, kPeerBounds.reason_bytes);
    if (!last.empty())
      why += ": " + last;
    else if (!unreadable_.empty())
      why += "; its output is no message (" + unreadable_ + ")";
    return Error(ErrorCode::io, why);
  }

  Child child_;
  Lines lines_{kMaxMessageBytes};
  std::string pending_;             // that it has not taken yet
  std::vector<std::string> later_;  // lines that came behind the last answer
  bool is_open_ = true;
  std::string unreadable_;  // why the first line that is none is no message
  size_t unreadable_count_ = 0;
};

}  // namespace

Patience Patience::of(int64_t ms, std::stop_token stop) {
  return {steady_ms() + ms, ms, std::move(stop)};
}

int64_t Patience::left() const { return deadline - steady_ms(); }

void Patience::check() const {
  if (stop.stop_requested()) throw Error(ErrorCode::conflict, "stopped");
}

Exchanged Patience::late() const {
  return {Exchanged::late, 0, "no answer within " + std::to_string(ms) + " ms"};
}

std::unique_ptr<Transport> process_transport(const ServerConfig& config,
                                             const Variables& variables) {
  return std::make_unique<ProcessTransport>(config, variables);
}

}  // namespace dossier::mcp::client
