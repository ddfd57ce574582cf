#pragma once
// The program's end of the wire (sandbox/frame.h): frames written to one descriptor and read from
// another, each until a deadline or a stop. What is on the other end is not believed.
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/descriptor.h"
#include "sandbox/frame.h"

namespace dossier::sandbox {

/// When a script has to be at its end.
struct Deadline {
  using Clock = std::chrono::steady_clock;

  Clock::time_point at;
  std::stop_token stop{};

  bool is_over() const { return stop.stop_requested() || Clock::now() > at; }
};

class Channel {
 public:
  /// Makes both non-blocking.
  Channel(Descriptor to, Descriptor from);

  struct Received {
    Frame kind;
    std::string payload;
  };
  enum class Silence { late, gone, lies };

  /// Sends a frame; returns false if the other end does not take it before the deadline, or is
  /// gone.
  bool send(Frame kind, std::string_view payload, const Deadline& deadline);
  /// The next frame of at most `most` bytes. Absent with `why` set: nothing came before the
  /// deadline, the other end is closed, or it sent what no worker sends.
  std::optional<Received> receive(size_t most, const Deadline& deadline, Silence& why);

 private:
  bool fill(size_t size, const Deadline& deadline, Silence& why);

  Descriptor to_, from_;
  std::string buffer_;  // of the frame that is arriving
};

}  // namespace dossier::sandbox
