// dossier mcp: the tools of agents for other programs' agents, over the Model Context Protocol.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <map>
#include <mutex>
#include <thread>

#include "agent/lines.h"
#include "agent/mcp/queue.h"
#include "agent/mcp/server.h"
#include "cli/agent.h"
#include "cli/mcp_install.h"
#include "cli/mcp_offer.h"
#include "cli/mcp_places.h"
#include "cli/mcp_servers.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

// Threads that work for the client at a time: the one that answers, tasks, and what watches.
constexpr size_t kPlaces = mcp::Tasks::kMostRunning + 2;
constexpr int kLookMs = 100;  // how often it looks whether the client is still there at the end

// Standard output, a message a line. Whoever has something to say writes: the thread that answers,
// tasks, and what watches the database.
class Output final : public mcp::Outlet {
 public:
  bool send(std::string message) override {
    message += '\n';
    const std::lock_guard lock(mutex_);
    for (size_t at = 0; at < message.size() && !is_closed_;) {
      const ssize_t written = ::write(STDOUT_FILENO, message.data() + at, message.size() - at);
      if (written < 0 && errno == EINTR) continue;
      is_closed_ = written < 0;
      at += static_cast<size_t>(std::max<ssize_t>(written, 0));
    }
    return !is_closed_;
  }

 private:
  std::mutex mutex_;
  bool is_closed_ = false;  // nobody reads any more
};

// Whether the reader of standard output has gone.
bool has_no_reader() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return ::poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

// One client: what it sends, and the thread that answers, in order.
class Client {
 public:
  Client(mcp::Server& server, mcp::Lender& lender)
      : server_(server), lender_(lender), thread_([this] { work(); }) {}
  ~Client() { thread_.join(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// A line of input; null for one that is too long.
  void take(const std::string* line);
  /// Nothing more comes.
  void close();
  bool wait_finished(int64_t ms) { return queue_.wait_finished(ms); }
  /// Nobody reads the answers.
  void abandon() {
    connection_.replies.close();
    queue_.abandon();
  }

 private:
  void work();
  std::string answer(const mcp::Queue::Running& running);
  void cancel(const Json& id);

  mcp::Server& server_;
  mcp::Lender& lender_;
  std::shared_ptr<Output> output_ = std::make_shared<Output>();
  mcp::Queue queue_;
  mcp::Connection connection_{output_};
  std::mutex mutex_;
  std::map<std::string, std::pair<int64_t, Json>> subscriptions_;  // by the id of the request
  std::atomic<bool> has_shaken_hands_{false};
  std::thread thread_;  // last: it uses what is above
};

void Client::work() {
  while (auto running = queue_.next()) {
    const std::string text = answer(*running);
    // One who cannot be answered asks nothing more.
    if (queue_.settle() && !text.empty() && !output_->send(text)) abandon();
    has_shaken_hands_ = !connection_.handshake.version.empty();
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [key, subscription] : subscriptions_)
    if (const auto text = server_.unsubscribe(subscription.first, subscription.second);
        !text.empty())
      output_->send(text);
  server_.end(connection_);
}

std::string Client::answer(const mcp::Queue::Running& running) {
  if (const auto* unreadable = std::get_if<mcp::Unreadable>(&running.item))
    return error_text(unreadable->id, unreadable->why);
  const auto& request = std::get<mcp::Incoming>(running.item);
  const auto answer = server_.answer(request, connection_, {lender_, output_, running.stop});
  if (const auto* listening = std::get_if<mcp::Listening>(&answer.outcome)) {
    const std::lock_guard lock(mutex_);
    subscriptions_[request.id.dump()] = {listening->subscription, request.id};
    // Cancelled before it was known here.
    if (running.stop.stop_requested()) server_.unsubscribe(listening->subscription, request.id);
  }
  return answer.text(request.id);
}

void Client::take(const std::string* line) {
  if (line == nullptr) return queue_.push(mcp::Unreadable{{}, mcp::oversized()}, 0);
  auto read = mcp::read_message(*line);
  if (auto* unreadable = std::get_if<mcp::Unreadable>(&read))
    return queue_.push(std::move(*unreadable), 0);
  auto& message = std::get<mcp::Incoming>(read);
  // Asks whether anybody is there, which a call that takes long is no answer to.
  if (message.kind == mcp::Incoming::request && message.method == "ping" && has_shaken_hands_ &&
      !mcp::version_in(message.params)) {
    output_->send(mcp::result_text(message.id, Json::object()));
    return;
  }
  if (message.kind == mcp::Incoming::request) return queue_.push(std::move(message), line->size());
  if (message.kind == mcp::Incoming::response)
    connection_.replies.deliver(message.id, std::move(message.reply));
  else if (message.method == "notifications/cancelled")
    cancel(message.params["requestId"]);
}

void Client::cancel(const Json& id) {
  queue_.cancel(id);
  const std::lock_guard lock(mutex_);
  const auto at = subscriptions_.find(id.dump());
  if (at == subscriptions_.end()) return;
  server_.unsubscribe(at->second.first, id);
  subscriptions_.erase(at);
}

void Client::close() {
  connection_.replies.close();
  queue_.close();
}

// Waits for input. False when the reader of standard output has gone, whom nothing can be answered.
bool await_input() {
  std::array<pollfd, 2> ends{{{STDIN_FILENO, POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
  while (::poll(ends.data(), ends.size(), -1) < 0 && errno == EINTR) {
  }
  return ends[0].revents != 0 || !has_no_reader();
}

void read_lines(Client& client) {
  const auto take = [&client](const std::string* line) { client.take(line); };
  dossier::Lines lines(mcp::kMaxMessageBytes);
  std::array<char, 1 << 16> bytes;
  while (await_input()) {
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    lines.feed({bytes.data(), static_cast<size_t>(count)}, take);
  }
  lines.finish(take);
}

int run_mcp(const Invocation& invocation) {
  if (const std::string action = invocation.text("ACTION"); action == "install")
    return install_mcp(invocation);
  else if (action == "list")
    return run_mcp_list(invocation);
  else if (action == "approve")
    return run_mcp_approve(invocation);
  else if (action == "forget")
    return run_mcp_forget(invocation);
  else if (!action.empty())
    throw Error(ErrorCode::invalid,
                "no such action; write install, list, approve or forget, or nothing to serve",
                action);
  const auto offer = mcp_offer(invocation);
  // A client that has gone is seen where its answer is written.
  std::signal(SIGPIPE, SIG_IGN);
  // A model, a database, a project or a snapshot that is not there is told now.
  if (offer == mcp::Offer::all) open_model(model_name(invocation));
  McpPlaces places(kPlaces, McpPlaces::Milliseconds::zero(), [&] {
    return std::make_unique<mcp::Place>(open_existing(invocation), invocation.text("--project"),
                                        invocation.text("--snapshot"), offer,
                                        model_name(invocation));
  });
  {
    const auto place = places.lend({}, mcp::Lender::bounded);
    place->store().scope(place->project(), place->snapshot());
  }
  mcp::Server server(DOSSIER_VERSION, places);
  Client client(server, places);
  read_lines(client);
  client.close();
  // What was asked is answered, unless nobody is there to read it.
  while (!client.wait_finished(kLookMs))
    if (has_no_reader()) client.abandon();
  server.stop();
  return 0;
}

}  // namespace

mcp::Offer mcp_offer(const Invocation& invocation) {
  const std::string text = invocation.text("--tools");
  if (!text.empty() && text != "all" && text != "few")
    throw Error(ErrorCode::invalid, "--tools takes few or all, not '" + text + "'");
  return text == "all" ? mcp::Offer::all : mcp::Offer::few;
}

Command mcp_command() {
  Command command;
  command.word = "mcp";
  command.group = Group::agents;
  command.summary = "Serve the tools to other agents over the Model Context Protocol";
  command.details =
      "Speaks versions 2026-07-28, 2025-11-25 and 2025-06-18 on standard input and output; the\n"
      "client starts it. Offers find, show, refs, grep, cat, diff and note, with --tools all\n"
      "every lookup, import and ask, which the model answers. What a client asks is recorded as a\n"
      "session: dossier sessions lists it, dossier replay --retool asks it again.\n\n"
      "install CLIENT adds it to the client's configuration, in this folder (of Codex: in $HOME):\n"
      "it shows the change and asks.\n\n"
      "The other way round, list shows the servers whose tools chat may call, approve NAME shows\n"
      "what one offers and asks, and forget NAME undoes that.";
  command.example = "dossier mcp install claude";
  command.options = {
      {"ACTION",
       "",
       "install, list, approve or forget (default: serve)",
       false,
       false,
       {"install", "list", "approve", "forget"}},
      {"CLIENT", "", "To install: claude, codex, cursor, gemini or vscode; else a server's NAME",
       false, false, mcp_clients()},
      mcp_config_option(),
      project_option(),
      snapshot_option(),
      {"--tools", "SET", "few (default) or all", false, false, {"few", "all"}},
      {"--model", "MODEL", "Who answers the tool ask (default: $DOSSIER_MODEL, else offline)"},
      {"--yes", "", "Install or approve without asking"},
      {"--json", "", "Print the list as JSON"}};
  command.run = run_mcp;
  return command;
}

}  // namespace dossier::cli
