#pragma once
// A worker process: dossier-sandbox with two pipes, nothing else. It is killed when the object goes
// away, whatever it is doing.
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sandbox/frame.h"

namespace dossier::sandbox {

class Process {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Starts the worker at `path`. Throws Error{io} if there is none or it cannot start.
  Process(const std::string& path, uint64_t entropy);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  struct Received {
    Frame kind;
    std::string payload;
  };
  enum class Silence { late, gone, lies };

  /// Sends a frame; returns false if the worker does not take it until `until`, or is gone.
  bool send(Frame kind, std::string_view payload, Time until);
  /// The next frame of at most `most` bytes. Absent with `why` set: nothing came until `until`, the
  /// worker has ended, or it sent what no worker sends.
  std::optional<Received> receive(size_t most, Time until, Silence& why);

  uint64_t entropy() const { return entropy_; }
  pid_t id() const { return id_; }

 private:
  bool wait(int descriptor, short events, Time until) const;
  bool fill(size_t size, Time until, Silence& why);

  uint64_t entropy_;
  pid_t id_ = -1;
  int in_ = -1, out_ = -1;
  std::string buffer_;
};

}  // namespace dossier::sandbox
