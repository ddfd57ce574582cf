#pragma once
// A server of the Model Context Protocol: message in, answer out. It knows neither descriptors nor
// HTTP. One table of methods serves both eras (version.h).
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agent/mcp/fixtures.h"
#include "agent/mcp/place.h"
#include "agent/mcp/recording.h"
#include "agent/mcp/version.h"

namespace dossier::mcp {

/// What is known of one connection between its requests: a process on standard input, or a session
/// over HTTP.
struct Connection {
  Caller handshake;
  Recording recording;
};

/// The answer to a request.
struct Answer {
  std::variant<Json, Refusal> outcome;  // the result, or why there is none
  std::string text(const Json& id) const;
};

class Server {
 public:
  /// `version` is this program's; `fixtures` is borrowed, null for none.
  explicit Server(std::string version, const Fixtures* fixtures = nullptr)
      : version_(std::move(version)), fixtures_(fixtures) {}

  /// Answers a request. A failure inside is an error of the answer.
  Answer answer(const Incoming& request, Connection& connection, Place& place) const;
  /// Ends what the connection's client recorded. A failure leaves the session without an end, as if
  /// the program had been stopped.
  void end(Connection& connection, Place& place) const;

 private:
  struct Call {
    const Json& params;
    const Caller& caller;
    Connection& connection;
    Place& place;
  };
  using Outcome = std::variant<Json, Refusal>;
  struct Method {
    std::string_view name;
    bool is_modern, is_legacy;
    Outcome (Server::*run)(const Call&) const;
    Freshness freshness{};
  };
  static std::span<const Method> methods();

  Outcome run(const Method& method, const Incoming& request, Connection& connection,
              Place& place) const;
  Outcome initialize(const Call& call) const;
  Outcome discover(const Call& call) const;
  Outcome ping(const Call& call) const;
  Outcome list_tools(const Call& call) const;
  Outcome call_tool(const Call& call) const;
  Outcome call_fixture(const Call& call, const Json& fixture) const;
  Json implementation() const;

  std::string version_;
  const Fixtures* fixtures_;
};

}  // namespace dossier::mcp
