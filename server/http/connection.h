#pragma once
// One client: the bytes it sent that nobody consumed yet, the request they begin with, and what is
// still to be sent to it.
//
// Nothing here waits: whoever owns the connection (connections.h) lets it read and write what it
// can at once, and asks what the next step is. A head is judged as soon as it is there, before its
// body is read: a refusal takes the place of the body, and the connection ends after it.
#include <chrono>
#include <functional>
#include <list>
#include <string>

#include "server/http/socket.h"
#include "server/http/wire.h"

namespace dossier {

/// What a connection's requests are held against.
struct Rules {
  WireLimits limits;
  /// The whole answer to what must not be served: to any Refusal, and to a head whose sender may
  /// not ask; "" for a head that may be. Must not wait nor throw.
  std::function<std::string(const ReadHead&)> refuse;
};

/// What the connection waits for next.
enum class Step {
  read,   // the rest of a request, or its beginning
  serve,  // somebody to answer the request, which is whole
  write,  // room for what is to be sent
  leave,  // the client's end: everything is sent, and nothing more will be answered
};

/// Where the connection stands in the table (connection_table.h).
enum class Phase { idle, reading, writing, leaving, busy };

struct Connection {
  using Time = std::chrono::steady_clock::time_point;

  Socket socket;
  std::string peer;  // who connected: connections are counted by it
  std::string input;
  ReadHead request;    // of `input`
  std::string output;  // to be sent from `sent` on
  size_t sent = 0;
  bool last = false;       // nothing is answered after `output`
  bool reassured = false;  // 100 Continue was said for this request
  Time ready;              // when `request` was whole; deadlines count from here

  // The table's own.
  Phase phase = Phase::busy;
  Time since;  // when the phase began
  std::list<Connection*>::iterator place;
  size_t held_input = 0, held_output = 0;  // as last counted

  Step step() const;
  /// Receives what has come. False when the client has gone.
  bool read(const Rules& rules);
  /// Looks at an input that has grown: may judge its head, or tell the client to send the body.
  void look(const Rules& rules);
  /// Sends what there is room for, about `most` bytes. False when the client has gone.
  bool write(size_t most = std::string::npos);
  /// Reads away what a client still sends that is not heard any more. False at its end.
  bool discard();
  /// Drops the answered request from the input and looks at what follows it, if any may follow.
  void answered(bool keep, const Rules& rules);
  /// Answers with the refusal, and nothing after it.
  void refuse(Refusal refusal, const Rules& rules);
  /// To be closed in the middle of an answer: with a reset, so that the client does not take what
  /// it has for all, and the kernel keeps nothing of it.
  void abandon();

 private:
  const RequestHead* head() const { return std::get_if<RequestHead>(&request); }
  bool whole() const;
  void end_with(const std::string& answer);
};

}  // namespace dossier
