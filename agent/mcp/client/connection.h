#pragma once
// A conversation with a server of another program: the version is settled, tools are listed and
// called. 2026-07-28 comes first, with server/discover; a server that does not know it is asked for
// a handshake, which takes the versions before it. What the server asks of us is answered or
// refused: questions to the person where there is one, and nothing else.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "agent/mcp/client/definition.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/client/transport.h"
#include "agent/mcp/version.h"

namespace dossier::mcp::client {

/// A question of a server to the person: what it says, and the schema of a flat object.
/// The answer's fields; absent where the person declines.
using Elicit = std::function<std::optional<Json>(const std::string& message, const Json& schema)>;

struct Self {
  std::string version;  // of this program
  Elicit elicit{};      // null: nobody can be asked, and the server is told so
};

class Connection {
 public:
  static constexpr int64_t kConnectMs = 30'000;
  static constexpr int kMostRounds = 8;         // of questions in one call
  static constexpr size_t kMostQuestions = 8;   // in one round
  static constexpr size_t kMostRequests = 100;  // of the server, in one exchange

  /// Settles the version; without `probes` by a handshake at once, for a server that dies of a
  /// request before it. Throws Error where the server speaks none of ours, or does not speak.
  Connection(std::unique_ptr<Transport> transport, Self self, bool probes,
             const std::stop_token& stop);

  /// Every page of the tools of this server. Throws Error.
  Listed list(const std::string& server, Patience& patience);
  /// The result of a call, as the server gives it. Throws Error: the server's own refusal is one.
  Json call(const Definition& tool, const Json& arguments, Patience& patience);

  const std::string& version() const { return version_; }
  /// "name version", as it calls itself.
  const std::string& server() const { return server_; }
  /// Notices what has come in between: that its tools have changed, that it has ended.
  void look();
  bool is_open() { return transport_->is_open(); }
  /// Whether it has said since the last time that its tools have changed.
  bool take_changed() { return std::exchange(is_changed_, false); }

 private:
  struct Answer;
  bool discover(Patience& patience);
  void shake_hands(Patience& patience);
  Answer ask(const std::string& method, Json params, Patience& patience, Outgoing out);
  void cancel(const Json& id);
  void serve(const Reply& asked, Patience& patience);
  std::optional<Json> answered(const std::string& method, const Json& params, Patience& patience);
  Json answers_to(const Json& requests, Patience& patience);
  Json capabilities() const;
  Json implementation() const;
  bool is_modern() const;

  std::unique_ptr<Transport> transport_;
  Self self_;
  std::string version_, server_;
  std::string wanted_{kLegacy};  // of a handshake
  int64_t next_id_ = 1;
  size_t served_ = 0;  // requests of the server, in this exchange
  bool is_changed_ = false;
};

}  // namespace dossier::mcp::client
