#include "server/http/signals.h"

#include <pthread.h>

namespace dossier {

StopSignals::StopSignals() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGTERM);
  sigaddset(&signals_, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

StopSignals::~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

std::string_view StopSignals::wait() {
  int signal = 0;
  while (sigwait(&signals_, &signal) != 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  return signal == SIGTERM ? "SIGTERM" : "SIGINT";
}

}  // namespace dossier
