#pragma once
// SIGTERM and SIGINT as something to wait for, in place of handlers that may do next to nothing.
//
// Make one before any thread starts: while it lives both signals are blocked in this thread and in
// those it starts, so that only wait() receives them. Once wait() has returned they are let through
// again: a second Ctrl-C ends a program that is slow to stop.
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
