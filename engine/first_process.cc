#include "engine/first_process.h"

#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "engine/child.h"

// After fork nothing is called that allocates or locks: another thread may hold a lock.
namespace dossier {
namespace {

pid_t fork_with(unsigned long flags) {
  return static_cast<pid_t>(
      ::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

void block_signals(int (*which)(sigset_t*)) {
  sigset_t signals;
  which(&signals);
  ::sigprocmask(SIG_SETMASK, &signals, nullptr);
}

[[noreturn]] void give_up(const CommandStart& start, const char* what) {
  const StartFailure failure{what, errno};
  static_cast<void>(!::write(start.failed, &failure, sizeof failure));
  ::_exit(127);
}

[[noreturn]] void run_command(const CommandStart& start) {
  block_signals(::sigemptyset);
  ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
  if (const char* failed = start.confinement.enter()) give_up(start, failed);
  if (::chdir(start.folder) == 0) ::execv(start.arguments[0], start.arguments);
  give_up(start, "exec");
}

// Holds no descriptor but these, so that the streams end with those who use them.
[[noreturn]] void wait_for_all(pid_t command, int report, int program) {
  constexpr int kReport = 0, kProgram = 1;
  ::dup2(report, kReport);
  ::dup2(program, kProgram);
  ::close_range(kProgram + 1, ~0u, 0);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  std::array<pollfd, 2> polled = {
      {{kProgram, POLLIN, 0}, {::signalfd(-1, &child, SFD_NONBLOCK), POLLIN, 0}}};
  for (;;) {
    signalfd_siginfo ignored;
    while (::read(polled[1].fd, &ignored, sizeof ignored) > 0) continue;
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0)
      if (ended == command) static_cast<void>(!::write(kReport, &status, sizeof status));
    if (ended < 0) ::_exit(0);  // nobody is left
    ::poll(polled.data(), polled.size(), -1);
    if (polled[0].revents == 0) continue;
    ::kill(0, SIGKILL);
    ::_exit(0);
  }
}

[[noreturn]] void be_first(const CommandStart& start, unsigned long namespaces) {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  block_signals(::sigfillset);
  ::setpgid(0, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  for (int stream = 0; stream < 3; ++stream)
    if (::dup2(start.streams[static_cast<size_t>(stream)], stream) < 0) give_up(start, "dup2");
  if (const char* failed = start.confinement.prepare(namespaces)) give_up(start, failed);
  const pid_t command = fork_with(0);
  if (command < 0) give_up(start, "fork");
  if (command == 0) run_command(start);
  wait_for_all(command, start.report, start.program);
}

}  // namespace

pid_t fork_first_process(const CommandStart& start, unsigned long namespaces) {
  const pid_t first = fork_with(namespaces);
  if (first == 0) be_first(start, namespaces);
  return first;
}

}  // namespace dossier
