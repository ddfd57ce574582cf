#pragma once
// What goes to a client on one stream, between the thread that has something to say and the one
// that sends it: the messages of a call and its answer at last, or notices without an end. Messages
// are numbered, so that a client that lost its connection can come for the rest. Bounded: of a
// client that is far behind the oldest messages are dropped. Safe for several threads.
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <stop_token>
#include <string>

#include "agent/mcp/outlet.h"

namespace dossier::mcp {

class Exchange final : public Outlet {
 public:
  static constexpr size_t kMostKept = 1'000;

  /// `name` is unique among those that one client may come back for.
  explicit Exchange(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  bool send(std::string message) override;
  void hang_up() override;
  /// The answer, after which nothing comes; `status` counts where it is the only message. "" =
  /// none.
  void finish(std::string answer, int status);
  /// Nobody reads any more: what is still being worked on stops.
  void abandon();
  std::stop_token stop() const { return stop_.get_token(); }

  /// Waits until there is something to stream, or the answer alone, which is then whole: true.
  bool wait_whole();
  std::string take_whole(int& status);

  /// A reader of the stream; a later one takes its place.
  uint64_t attach();
  struct Next {
    enum Kind { message, nothing, gone, end } kind = nothing;
    std::string text;
    uint64_t number = 0;
  };
  /// The first message behind this number; `nothing` after so many milliseconds, `gone` once the
  /// connection was let go or another reader has come.
  Next next(uint64_t reader, uint64_t behind, int64_t ms);

 private:
  const std::string name_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> kept_;
  uint64_t dropped_ = 0;  // messages before those that are kept
  uint64_t readers_ = 0;
  int status_ = 200;
  bool is_finished_ = false, is_hung_up_ = false, is_abandoned_ = false;
  std::stop_source stop_;
};

}  // namespace dossier::mcp
