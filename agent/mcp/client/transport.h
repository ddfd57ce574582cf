#pragma once
// One way to a server of another program: messages go out, and what the server sends comes back as
// texts. A transport knows nothing of what they mean. It keeps time and sizes, since both are the
// server's to break.
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/mcp/client/config.h"

namespace dossier::mcp::client {

/// How an exchange ended, other than by an Error.
struct Exchanged {
  enum Outcome { answered, late, refused } outcome = answered;
  int status = 0;     // of HTTP, where it is refused
  std::string why{};  // it is late or refused, for a person
};

/// How long one exchange may take. A question to a person in the middle stops the clock.
struct Patience {
  int64_t deadline = 0;  // of steady_ms()
  int64_t ms = 0;        // what was allowed, for a person
  std::stop_token stop{};

  static Patience of(int64_t ms, std::stop_token stop);
  int64_t left() const;
  /// Throws Error{conflict} where it was stopped.
  void check() const;
  Exchanged late() const;
};

struct Outgoing {
  std::string text;       // the message
  std::string method;     // "" of an answer
  std::string name{};     // of what is called
  std::string version{};  // of the protocol; "" = none is settled
  bool is_modern = false;
  Pairs parameters{};  // that headers repeat
};

/// Gets each message of the server; true once nothing more is awaited.
using Taker = std::function<bool(std::string_view text)>;

struct TransportBounds {
  size_t messages = 10'000;         // of the server, in one exchange
  size_t bytes = size_t{32} << 20;  // likewise
  int64_t grace_ms = 1'000;         // from the end of its input to the signal that ends it
};
inline constexpr TransportBounds kTransportBounds;

class Transport {
 public:
  virtual ~Transport() = default;

  /// Sends a request and hands over what comes until `take` returns true or time is up. Throws
  /// Error: io where the server has gone, limit where it sends too much, conflict where it was
  /// stopped.
  virtual Exchanged exchange(const Outgoing& request, const Taker& take, Patience& patience) = 0;
  /// Sends a notification or an answer.
  virtual void send(const Outgoing& message, Patience& patience) = 0;
  /// A handshake has settled the version: what the server says of itself is heard from now on.
  virtual void listen(const std::string& /*version*/) {}
  /// Hands over what has come since the last exchange, without waiting for more.
  virtual void glance(const Taker& take) = 0;
  /// Whether the server can be asked; false once its process has ended.
  virtual bool is_open() = 0;
  /// Whether every message has its own answer, so that a request is cancelled by leaving.
  virtual bool is_http() const = 0;
};

/// A process that speaks on its standard input and output. It gets the environment of its
/// configuration and a few variables of ours (PATH, HOME, …), no key that another program needs.
/// Ended with its group when the object goes. Fails with not_found.
std::unique_ptr<Transport> process_transport(const ServerConfig& config,
                                             const Variables& variables);

/// A server that takes each message as a POST and answers with JSON or a stream of events.
/// Redirections are not followed.
std::unique_ptr<Transport> http_transport(const ServerConfig& config, const Variables& variables);

}  // namespace dossier::mcp::client
