#pragma once
// What a server of the earlier era says outside its answers: the stream of a GET, on which it may
// ask while a call runs, and tell that its tools have changed. One stream a session, for a limited
// time; the next call opens it again. A server need not have one.
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "agent/mcp/client/flow.h"
#include "agent/models/sse.h"

namespace dossier::mcp::client {

class Listening {
 public:
  static constexpr int64_t kMostMs = 300'000;  // of one stream
  static constexpr int kMostOpened = 5;        // in one exchange

  explicit Listening(Bell& bell) : bell_(bell) {}

  /// A session has begun, and the server may have a stream for it.
  void begin();
  /// Until begin() there is none.
  void end();
  /// An exchange begins.
  void renew() { opened_ = 0; }
  /// Opens it with the request, behind what has come, where that may be done now.
  void open(const std::function<models::HttpPost()>& request);
  /// Whether fetch() has something. Under the bell's lock.
  bool has_come() const { return flow_ && flow_->has_come(); }
  /// Hands over what has come until `take` returns true; the rest is kept. Returns the bytes that
  /// have come. Throws Error{limit}.
  size_t fetch(const std::function<bool(std::string_view)>& take);

 private:
  void close();

  Bell& bell_;
  bool is_offered_ = false;  // as far as is known
  int opened_ = 0;
  int64_t opens_at_ = 0;
  std::string last_id_;
  models::EventStream events_;
  std::unique_ptr<Flow> flow_;
  std::deque<std::string> heard_;
};

}  // namespace dossier::mcp::client
