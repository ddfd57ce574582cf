// dossier mcp: the tools of agents for other programs' agents, over the Model Context Protocol.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include "agent/mcp/lines.h"
#include "agent/mcp/queue.h"
#include "agent/mcp/server.h"
#include "cli/agent.h"
#include "cli/mcp_install.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

constexpr int kLookMs = 100;  // how often it looks whether the client is still there at the end

// Writes all of a line. False if nobody reads any more.
bool write_line(std::string text) {
  text += '\n';
  for (size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    at += static_cast<size_t>(written);
  }
  return true;
}

// Whether the reader of standard output has gone.
bool has_no_reader() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return ::poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

// The thread that answers. It alone uses the store.
class Answering {
 public:
  Answering(const mcp::Server& server, mcp::Place& place, mcp::Queue& queue)
      : server_(server), place_(place), queue_(queue), thread_([this] { work(); }) {}
  ~Answering() { thread_.join(); }
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;

 private:
  void work() {
    while (auto running = queue_.next()) {
      const std::string text = answer(*running);
      // One who cannot be answered asks nothing more.
      if (queue_.settle() && !write_line(text)) queue_.abandon();
    }
    server_.end(connection_, place_);
  }

  std::string answer(const mcp::Queue::Running& running) {
    if (const auto* unreadable = std::get_if<mcp::Unreadable>(&running.item))
      return error_text(unreadable->id, unreadable->why);
    place_.set_checkpoint([stop = running.stop] {
      if (stop.stop_requested()) throw Error(ErrorCode::limit, "cancelled by the client");
    });
    const auto& request = std::get<mcp::Incoming>(running.item);
    return server_.answer(request, connection_, place_).text(request.id);
  }

  const mcp::Server& server_;
  mcp::Place& place_;
  mcp::Queue& queue_;
  mcp::Connection connection_;
  std::thread thread_;  // last: it uses what is above
};

void take_line(mcp::Queue& queue, const std::string* line) {
  if (line == nullptr) return queue.push(mcp::Unreadable{{}, mcp::oversized()}, 0);
  auto read = mcp::read_message(*line);
  if (auto* unreadable = std::get_if<mcp::Unreadable>(&read))
    return queue.push(std::move(*unreadable), 0);
  auto& message = std::get<mcp::Incoming>(read);
  if (message.kind == mcp::Incoming::request) return queue.push(std::move(message), line->size());
  if (message.method == "notifications/cancelled") queue.cancel(message.params["requestId"]);
}

// Waits for input. False when the reader of standard output has gone, whom nothing can be answered.
bool await_input() {
  std::array<pollfd, 2> ends{{{STDIN_FILENO, POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
  while (::poll(ends.data(), ends.size(), -1) < 0 && errno == EINTR) {
  }
  return ends[0].revents != 0 || !has_no_reader();
}

void read_lines(mcp::Queue& queue) {
  const auto take = [&queue](const std::string* line) { take_line(queue, line); };
  mcp::Lines lines(mcp::kMaxMessageBytes);
  std::array<char, 1 << 16> bytes;
  while (await_input()) {
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    lines.feed({bytes.data(), static_cast<size_t>(count)}, take);
  }
  lines.finish(take);
}

mcp::Place::Offer offer_of(const Invocation& invocation) {
  const std::string text = invocation.text("--tools");
  if (!text.empty() && text != "all" && text != "few")
    throw Error(ErrorCode::invalid, "--tools takes few or all, not '" + text + "'");
  return text == "all" ? mcp::Place::all : mcp::Place::few;
}

int run_command(const Invocation& invocation) {
  if (const std::string action = invocation.text("ACTION"); action == "install")
    return install_mcp(invocation);
  else if (!action.empty())
    throw Error(ErrorCode::invalid, "mcp serves, or installs: there is no '" + action + "'");
  const auto offer = offer_of(invocation);
  // A client that has gone is seen where its answer is written.
  std::signal(SIGPIPE, SIG_IGN);
  mcp::Place place(open_existing(invocation), invocation.text("--project"),
                   invocation.text("--snapshot"), offer);
  // A project or a snapshot that is not there is told now.
  place.store().scope(place.project(), place.snapshot());
  const mcp::Server server(DOSSIER_VERSION);
  mcp::Queue queue;
  const Answering answering(server, place, queue);
  read_lines(queue);
  queue.close();
  // What was asked is answered, unless nobody is there to read it.
  while (!queue.wait_finished(kLookMs))
    if (has_no_reader()) queue.abandon();
  return 0;
}

}  // namespace

Command mcp_command() {
  Command command;
  command.word = "mcp";
  command.group = Group::agents;
  command.summary = "Serve the tools to other agents over the Model Context Protocol";
  command.details =
      "Speaks versions 2026-07-28, 2025-11-25 and 2025-06-18 on standard input and output; the\n"
      "client starts it. Offers find, show, refs, grep, cat, diff and note, with --tools all\n"
      "every lookup. What a client asks is recorded as a session: dossier sessions lists it,\n"
      "dossier replay --retool asks it again. install CLIENT adds it to the client's\n"
      "configuration, in this folder (of Codex: in $HOME): it shows the change and asks.";
  command.example = "dossier mcp install claude";
  command.options = {
      {"ACTION", "", "install (default: serve)", false, false, {"install"}},
      {"CLIENT", "", "claude, codex, cursor, gemini or vscode", false, false, mcp_clients()},
      project_option(),
      snapshot_option(),
      {"--tools", "SET", "few (default) or all", false, false, {"few", "all"}},
      {"--yes", "", "Install without asking"}};
  command.run = run_command;
  return command;
}

}  // namespace dossier::cli
