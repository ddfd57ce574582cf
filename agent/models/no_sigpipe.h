#pragma once
// Writing to a pipe or connection that nobody reads any more must be an error here, and not the
// signal that ends the program. Rejected: ignoring the signal for good, because `dossier … | head`
// lives by it, and a child would inherit that; MSG_NOSIGNAL, which cpp-httplib does not pass.
#include <signal.h>
#include <time.h>

namespace dossier::models {

/// Blocks SIGPIPE in this thread while it lives, and takes back what came up meanwhile.
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

}  // namespace dossier::models
