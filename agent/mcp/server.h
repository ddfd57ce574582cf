#pragma once
// A server of the Model Context Protocol: message in, answer out. It knows neither descriptors nor
// HTTP. One table of methods serves both eras (version.h).
#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agent/mcp/extras.h"
#include "agent/mcp/place.h"
#include "agent/mcp/recording.h"
#include "agent/mcp/request_dialogue.h"
#include "agent/mcp/version.h"

namespace dossier::mcp {

/// What is known of one connection between its requests: a process on standard input, or a session
/// over HTTP. Of an earlier client that shook hands there is more than of a later one.
struct Connection {
  explicit Connection(std::shared_ptr<Outlet> hears = nullptr) : notices(std::move(hears)) {}

  const std::shared_ptr<Outlet> notices;  // where an earlier client hears of changes; may be null
  Caller handshake;
  Recording recording;
  Replies replies;
  std::atomic<Level> level{Level::warning};
  std::atomic<bool> has_level{false};  // the client has set it
  int64_t subscription = 0;            // to changes, since the handshake
};

/// What a request is answered with.
struct Means {
  Lender& lender;
  std::shared_ptr<Outlet> outlet;  // null: nothing can be sent before the answer
  std::stop_token stop{};
};

/// The answer to a request; of a subscription there is none yet.
struct Answer {
  Outcome outcome;
  std::string text(const Json& id) const;
};

class Server {
 public:
  /// `version` is this program's. Borrows the rest; `extras` null: none. `only_reads`: so do the
  /// places that are lent.
  Server(std::string version, Lender& lender, const Extras* extras = nullptr,
         bool only_reads = false);

  /// Answers a request. A failure inside is an error of the answer.
  Answer answer(const Incoming& request, Connection& connection, const Means& means);
  /// Whether something may come before the answer, so that it is better streamed.
  bool may_talk(const Incoming& request, const Connection& connection) const;
  /// The inputs that the tool of this name takes; null if it names no headers of its own.
  const Json* schema_with_headers(std::string_view tool) const;
  /// Ends a subscription: the text of its answer, "" if it had ended.
  std::string unsubscribe(int64_t subscription, const Json& id);
  /// Ends what the connection's client recorded. A failure leaves the session without an end, as if
  /// the program had been stopped.
  void end(Connection& connection);
  /// Ends the tasks.
  void stop() { tasks_.stop(); }

 private:
  struct Call;
  struct Method {
    std::string_view name;
    bool is_modern, is_legacy;
    Outcome (Server::*run)(Call&);
    Freshness freshness{};
  };
  static std::span<const Method> methods();

  Outcome run(const Method& method, const Incoming& request, Connection& connection,
              const Means& means);
  Outcome initialize(Call& call);
  Outcome discover(Call& call);
  Outcome ping(Call& call);
  Outcome set_level(Call& call);
  Outcome list_tools(Call& call);
  Outcome list_resources(Call& call);
  Outcome list_templates(Call& call);
  Outcome read_resource(Call& call);
  Outcome subscribe(Call& call);
  Outcome unsubscribe(Call& call);
  Outcome listen(Call& call);
  Outcome list_prompts(Call& call);
  Outcome get_prompt(Call& call);
  Outcome complete(Call& call);
  Outcome get_task(Call& call);
  Outcome update_task(Call& call);
  Outcome cancel_task(Call& call);

  // In calls.cc.
  Outcome call_tool(Call& call);
  Outcome call_known(Call& call, const Tool& tool, Json arguments);
  Outcome as_task(Call& call, const ToolCall& wanted, std::optional<bool> consent);

  Json shown_list(std::string_view key, Json items) const;
  Json capabilities(bool is_modern) const;
  Json implementation() const;
  std::string instructions() const;
  std::optional<Heads> heads();

  std::string version_;
  Lender& lender_;
  const Extras* extras_;
  const bool only_reads_;
  Seal seal_;
  Feed feed_;
  Tasks tasks_;  // last: its threads use what is above
};

/// The result of a tool as the protocol has it.
Json tool_result(const ToolResult& result);

}  // namespace dossier::mcp
