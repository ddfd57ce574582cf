#pragma once
// A worker process: dossier-sandbox with two pipes, nothing else. It is killed when the object goes
// away, whatever it is doing; it also dies with the thread that started it.
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "sandbox/channel.h"

namespace dossier::sandbox {

class Process {
 public:
  /// Starts the worker at `path`; null with `why` set if it cannot start.
  static std::unique_ptr<Process> start(const std::string& path, uint64_t entropy,
                                        std::string& why);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Channel& channel() { return channel_; }
  uint64_t entropy() const { return entropy_; }
  pid_t id() const { return id_; }
  /// False for one that died while it waited for a script.
  bool is_alive();

 private:
  Process(pid_t id, uint64_t entropy, Descriptor to, Descriptor from);

  pid_t id_;  // -1 = gone, and waited for
  uint64_t entropy_;
  Channel channel_;
};

}  // namespace dossier::sandbox
