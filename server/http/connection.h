#pragma once
// One client connection: received bytes that are not consumed yet, the request at their beginning,
// and the output still to be sent.
//
// Nothing here blocks. The owner (connections.h) lets the connection read and write as much as is
// possible at once, and asks for the next step. A head is checked as soon as it is complete, before
// its body is read; a refusal replaces the answer, and the connection ends after it.
#include <chrono>
#include <functional>
#include <list>
#include <string>

#include "server/http/socket.h"
#include "server/http/wire.h"

namespace dossier {

/// The rules that a connection's requests are checked against.
struct Rules {
  WireLimits limits;
  /// The complete answer to a request that must not be served: to any Refusal, and to a head whose
  /// sender is not permitted; "" for a permitted head. Must not block or throw.
  std::function<std::string(const ReadHead&)> refuse;
  /// Whether the request is a brief one, which does not wait for a worker behind others. Likewise.
  std::function<bool(const RequestHead&)> is_brief;
};

/// What the connection needs next.
enum class Step {
  read,   // more of a request
  serve,  // a worker: the request is complete
  write,  // space to send output
  leave,  // the client to close: everything is sent, and nothing more is answered
};

/// The connection's list in the table (connection_table.h).
enum class Phase { idle, reading, writing, leaving, busy };

struct Connection {
  using Time = std::chrono::steady_clock::time_point;

  Socket socket;
  std::string peer;  // the client's address, for counting its connections
  std::string input;
  ReadHead request;    // of `input`
  std::string output;  // to be sent from `sent` on
  size_t sent = 0;
  bool last = false;       // nothing is answered after `output`
  bool reassured = false;  // 100 Continue was sent for this request
  bool is_brief = false;   // the request; set with its head
  Time ready;              // when `request` was complete; its deadline counts from then

  bool holds_place = false;  // among the workers for requests that are not brief (connections.h)

  // Used by the table.
  Phase phase = Phase::busy;
  Time since;  // when the phase began
  std::list<Connection*>::iterator place;
  size_t held_input = 0, held_output = 0;  // as last counted

  Step step() const;
  /// Receives available bytes. Returns false if the client has gone.
  bool read(const Rules& rules);
  /// Examines new input: may check its head, or send 100 Continue.
  void look(const Rules& rules);
  /// Sends as much as possible, about `most` bytes. Returns false if the client has gone.
  bool write(size_t most = std::string::npos);
  /// Discards input from a client that is no longer served. Returns false at its end.
  bool discard();
  /// Removes the answered request from the input and examines what follows, if `keep`.
  void answered(bool keep, const Rules& rules);
  /// Answers with the refusal and ends the connection after it.
  void refuse(Refusal refusal, const Rules& rules);
  /// Prepares closing in the middle of an answer: with a reset, so that the client does not mistake
  /// the part for the whole, and the kernel discards its data.
  void abandon();

 private:
  const RequestHead* head() const { return std::get_if<RequestHead>(&request); }
  bool whole() const;
  void end_with(const std::string& answer);
};

}  // namespace dossier
