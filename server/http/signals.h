#pragma once
// Waits for SIGTERM and SIGINT, instead of handling them in signal handlers, which may do almost
// nothing.
//
// Create it before any thread starts. During its lifetime both signals are blocked in this thread
// and in those it starts, so only wait() receives them. After wait() has returned they are
// unblocked, so a second Ctrl-C ends a program that is slow to stop.
#include <csignal>
#include <string_view>

namespace dossier {

class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Blocks until one arrives and returns its name, "SIGTERM" or "SIGINT".
  std::string_view wait();

 private:
  sigset_t signals_;
  sigset_t before_;
};

}  // namespace dossier
