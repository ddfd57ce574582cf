#pragma once
// The protocol over HTTP, without HTTP: what a request says in its head and its body, and what
// answers it. A modern request is answered by itself; the session that records it belongs to its
// client's name. An earlier client gets a session with `initialize`, and names it in every request.
// A call that may say something before its answer runs on a thread of its own, so that it does not
// end with a connection that its client is to come back for.
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "agent/mcp/exchange.h"
#include "agent/mcp/server.h"
#include "engine/clock.h"

namespace dossier::mcp {

/// What is streamed to a client, and how it goes on.
struct Streamed {
  std::shared_ptr<Exchange> exchange;
  uint64_t behind = 0;        // the number of the last message that the client has
  bool is_resumable = false;  // it may come back: messages have ids
  int64_t subscription = 0;   // ends with the stream
  bool ends_call = false;     // the call ends with the stream
};

struct Reply {
  int status = 200;
  std::string body{};                // "" = none
  std::string session{};             // of a connection that begins, else ""
  std::optional<Streamed> stream{};  // instead of the body
};

class Endpoint {
 public:
  /// Connections that are kept. The one that was used longest ago gives way to another, and its
  /// client is told to begin again.
  static constexpr size_t kMostConnections = 200;
  /// Calls at a time that may say something before their answers.
  static constexpr size_t kMostTalking = 16;
  /// Streams that one client may come back for.
  static constexpr size_t kMostResumable = 5;
  /// How long the answers of subscriptions may take to be sent at the end.
  static constexpr int64_t kGraceMs = 500;

  /// The first value of the header with this lower-case name; "" = none.
  using Head = std::function<std::string_view(std::string_view)>;

  /// Borrows all of it. `slow` lends to calls that do not end with their connection.
  Endpoint(Server& server, Lender& slow, Entropy& entropy)
      : server_(server), slow_(slow), entropy_(entropy) {}

  /// Safe for several threads, each with a lender of its own.
  Reply post(const Head& head, std::string_view body, Lender& lender);
  /// The stream of what an earlier client hears of by itself, or the rest of one that it lost.
  Reply get(const Head& head);
  /// Ends the session that the head names.
  Reply remove(const Head& head);
  /// The stream has ended, or its client has gone.
  void left(const Streamed& stream);
  /// Ends the calls that still run, and answers subscriptions.
  void stop();

 private:
  struct Kept {
    std::shared_ptr<Connection> connection;
    std::shared_ptr<Exchange> notices;                       // of an earlier client
    std::map<std::string, std::shared_ptr<Exchange>> talks;  // by the request's id
    uint64_t used = 0;
  };
  // A subscription, whose answer is the end of its stream.
  struct Listener {
    Json id;  // of the request
    std::shared_ptr<Exchange> exchange;
  };

  Reply take(const Incoming& message, const Head& head);
  Reply answer(const Incoming& request, const Head& head, Lender& lender);
  Reply begin(const Incoming& request, Lender& lender);
  Reply modern(const Incoming& request, const Head& head, Lender& lender);
  Reply legacy(const Incoming& request, const Head& head, Lender& lender);
  Reply run(const Incoming& request, const std::string& key,
            const std::shared_ptr<Connection>& connection, const Head& head, Lender& lender);
  Reply talk(const Incoming& request, const std::string& key,
             const std::shared_ptr<Connection>& connection);
  Reply listen(const Incoming& request, Connection& connection);
  std::shared_ptr<Connection> known(std::string_view key);
  void keep(std::string key, Kept kept);
  void end(const Kept& kept);
  void remember(const std::string& key, const Json& id, const std::shared_ptr<Exchange>& talk);
  void forget(const std::string& key, const Json& id);

  Server& server_;
  Lender& slow_;
  Entropy& entropy_;
  std::mutex mutex_;
  std::map<std::string, Kept, std::less<>> kept_;
  std::map<int64_t, Listener> listeners_;  // by their subscriptions
  std::condition_variable has_left_;
  uint64_t uses_ = 0, exchanges_ = 0;
  Crew crew_{kMostTalking};  // last: its threads use what is above
};

/// Why the head of a modern request does not say what its body says; absent where it does. `schema`
/// of the called tool, which may name headers of its own; null for none.
std::optional<Refusal> mismatch(const Incoming& request, const Endpoint::Head& head,
                                const Json* schema);

}  // namespace dossier::mcp
