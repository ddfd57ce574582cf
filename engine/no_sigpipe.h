#pragma once
// Makes writing to a closed pipe or connection an error instead of a signal that ends the program.
// Rejected: ignoring the signal permanently, because `dossier … | head` depends on it and a child
// would inherit it; MSG_NOSIGNAL, which cpp-httplib does not pass.
#include <signal.h>
#include <time.h>

namespace dossier {

/// Blocks SIGPIPE in this thread during its lifetime, and discards one that arose meanwhile.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec now{};
    if (sigismember(&before_, SIGPIPE) == 0) ::sigtimedwait(&pipe_, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t pipe_{}, before_{};
};

}  // namespace dossier
