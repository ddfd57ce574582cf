#include "agent/child.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "agent/bounds.h"
#include "agent/confinement.h"
#include "engine/clock.h"
#include "engine/error.h"

extern char** environ;

namespace dossier {
namespace {

// What comes after `most` bytes is read and forgotten.
void drain_pipe(ChildPipe& pipe, std::string& into, size_t most) {
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(pipe.end(0), buffer.data(), buffer.size());
  if (got > 0 && into.size() < most)
    into.append(buffer.data(), std::min(static_cast<size_t>(got), most - into.size()));
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) pipe.close_end(0);
}

// As exec takes them, a null behind the last.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const auto& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

ChildPipe::ChildPipe() {
  if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
    throw Error(ErrorCode::io, std::strerror(errno), "pipe2");
}

ChildPipe::~ChildPipe() {
  close_end(0);
  close_end(1);
}

void ChildPipe::close_end(size_t i) {
  if (ends_[i] >= 0) ::close(std::exchange(ends_[i], -1));
}

void ChildPipe::unblock(size_t i) const { ::fcntl(ends_[i], F_SETFL, O_NONBLOCK); }

Child::Child(const std::vector<std::string>& arguments, const Options& options)
    : keeps_input_(options.keeps_input) {
  options.confinement == nullptr ? spawn(arguments, options) : fork_confined(arguments, options);
  in_.close_end(0);
  out_.close_end(1);
  err_.close_end(1);
  in_.unblock(1);
  out_.unblock(0);
  err_.unblock(0);
}

void Child::spawn(const std::vector<std::string>& arguments, const Options& options) {
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> given =
      pointers_to(options.environment ? *options.environment : arguments);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in_.end(0), 0);
  posix_spawn_file_actions_adddup2(&actions, out_.end(1), 1);
  posix_spawn_file_actions_adddup2(&actions, options.joined ? out_.end(1) : err_.end(1), 2);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!options.folder.empty())
    posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int error = ::posix_spawnp(&pid_, argv[0], &actions, &attributes, argv.data(),
                                   options.environment ? given.data() : environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    pid_ = -1;
    throw Error(ErrorCode::not_found, std::strerror(error), arguments[0]);
  }
}

// Between fork and exec nothing is called that allocates or locks: another thread may hold a lock.
void Child::fork_confined(const std::vector<std::string>& arguments, const Options& options) {
  struct Failure {
    const char* what;
    int error;
  };
  const std::vector<char*> argv = pointers_to(arguments);
  ChildPipe told;  // closed by exec
  pid_ = ::fork();
  if (pid_ < 0) throw Error(ErrorCode::io, std::strerror(errno), "fork");
  if (pid_ == 0) {
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::setpgid(0, 0);
    Failure failure{"dup2", 0};
    if (::dup2(in_.end(0), 0) >= 0 && ::dup2(out_.end(1), 1) >= 0 &&
        ::dup2(options.joined ? out_.end(1) : err_.end(1), 2) >= 0) {
      ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
      failure.what = options.confinement->enter();
      if (failure.what == nullptr) {
        // Nobody would be left to hide the database from it. New credentials clear this.
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        failure.what = "exec";
        if (options.folder.empty() || ::chdir(options.folder.c_str()) == 0)
          ::execv(argv[0], argv.data());
      }
    }
    failure.error = errno;
    static_cast<void>(::write(told.end(1), &failure, sizeof failure));
    ::_exit(127);
  }
  ::setpgid(pid_, pid_);  // whoever comes first
  told.close_end(1);
  Failure failure{};
  if (::read(told.end(0), &failure, sizeof failure) != sizeof failure) return;
  ::waitpid(std::exchange(pid_, -1), nullptr, 0);
  CommandSandbox::fail(failure.what, failure.error);
}

Child::~Child() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  if (!ended_) ::waitpid(pid_, &status_, 0);
}

bool Child::step(std::string_view& input, int wait_ms) {
  if (input.empty() && !keeps_input_) in_.close_end(1);
  const short wanted = input.empty() ? 0 : POLLOUT;
  std::array<pollfd, 3> polled = {
      {{in_.end(1), wanted, 0}, {out_.end(0), POLLIN, 0}, {err_.end(0), POLLIN, 0}}};
  ::poll(polled.data(), polled.size(), wait_ms);
  if (polled[0].revents != 0 && !input.empty()) feed(input);
  if (polled[1].revents != 0) drain_pipe(out_, output, SIZE_MAX);
  if (polled[2].revents != 0) drain_pipe(err_, errors, kPeerBounds.diagnostics_bytes);
  if (!ended_ && ::waitpid(pid_, &status_, WNOHANG) == pid_) {
    ended_ = true;
    ended_at_ = steady_ms();
  }
  // A grandchild may hold the pipes open: it gets a moment, then goes with the group.
  const bool drained = out_.end(0) < 0 && err_.end(0) < 0;
  return !ended_ || (!drained && steady_ms() - ended_at_ < 500);
}

void Child::feed(std::string_view& input) {
  const ssize_t put = ::write(in_.end(1), input.data(), input.size());
  if (put > 0) input.remove_prefix(static_cast<size_t>(put));
  if (put < 0 && errno != EAGAIN && errno != EINTR) input = {};  // it does not read: its right
}

}  // namespace dossier
