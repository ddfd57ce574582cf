#pragma once
// What a client asked, as a session: every call goes through a transcript, as an agent's does. The
// session begins with the first call, so a client that only looks at what is offered leaves none,
// and another client on the same connection begins another one. Safe for several threads; calls of
// one client run one after the other, because a session has one writer.
//
// Rejected: a journal that stays open, which would tie the session to one connection to the
// database.
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "agent/mcp/place.h"
#include "agent/mcp/version.h"

namespace dossier::mcp {

class Recording {
 public:
  /// Runs the call and records it, unless the place only reads. `consent` is what its user said
  /// where they were asked; nobody is asked here.
  ToolResult call(Place& place, const Caller& caller, const ToolCall& call,
                  std::optional<bool> consent = std::nullopt);
  /// The id of the session; "" before the first call, and where nothing is recorded.
  std::string session();
  /// Ends the session, if there is one.
  void end(Place& place, std::string_view reason);

 private:
  void finish(Place& place, std::string_view reason);

  std::mutex mutex_;
  int64_t session_ = 0;  // 0: none yet
  std::string uid_, client_;
};

}  // namespace dossier::mcp
