#pragma once
// The protocol over HTTP, without HTTP: what a POST says in its head and its body, and what answers
// it. A modern request is answered by itself; the session that records it belongs to its client's
// name. An earlier client gets a session with `initialize`, and names it in every request.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "agent/mcp/server.h"
#include "engine/clock.h"

namespace dossier::mcp {

struct Reply {
  int status = 200;
  std::string body;     // "" = none
  std::string session;  // of a connection that begins, else ""
};

class Endpoint {
 public:
  /// Connections that are kept. The one that was used longest ago gives way to another, and its
  /// client is told to begin again.
  static constexpr size_t kMostConnections = 200;

  /// The first value of the header with this lower-case name; "" = none.
  using Head = std::function<std::string_view(std::string_view)>;

  /// Borrows both.
  Endpoint(const Server& server, Entropy& entropy) : server_(server), entropy_(entropy) {}

  /// Safe for several threads, each with its own place.
  Reply post(const Head& head, std::string_view body, Place& place);
  /// Ends the session that the head names.
  Reply remove(const Head& head, Place& place);

 private:
  struct Kept {
    std::shared_ptr<Connection> connection;
    uint64_t used;
  };

  Reply answer(const Incoming& request, const Head& head, Place& place);
  Reply begin(const Incoming& request, Place& place);
  Reply modern(const Incoming& request, const Head& head, Place& place);
  Reply legacy(const Incoming& request, const Head& head, Place& place);
  std::shared_ptr<Connection> known(std::string_view key);
  void keep(std::string key, std::shared_ptr<Connection> connection, Place& place);

  const Server& server_;
  Entropy& entropy_;
  std::mutex mutex_;
  std::map<std::string, Kept, std::less<>> kept_;
  uint64_t uses_ = 0;
};

/// Why the head of a modern request does not say what its body says; absent where it does.
std::optional<Refusal> mismatch(const Incoming& request, const Endpoint::Head& head);

}  // namespace dossier::mcp
