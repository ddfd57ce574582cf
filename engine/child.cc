#include "engine/child.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/clock.h"
#include "engine/error.h"

namespace dossier {
namespace {

// What comes after `most` bytes is read and forgotten.
void drain(Descriptor& end, std::string& into, size_t most) {
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(end.number(), buffer.data(), buffer.size());
  if (got > 0 && into.size() < most)
    into.append(buffer.data(), std::min(static_cast<size_t>(got), most - into.size()));
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) end = Descriptor();
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, const Options& options)
    : keeps_input_(options.keeps_input) {
  if (!in_.reads || !out_.reads || !err_.reads)
    throw Error(ErrorCode::io, std::strerror(errno), "pipe2");
  options.confinement == nullptr ? spawn(arguments, options) : fork_confined(arguments, options);
  for (Descriptor* end : {&in_.reads, &out_.writes, &err_.writes}) *end = Descriptor();
  for (const Descriptor* end : {&in_.writes, &out_.reads, &err_.reads})
    ::fcntl(end->number(), F_SETFL, O_NONBLOCK);
}

void Child::spawn(const std::vector<std::string>& arguments, const Options& options) {
  int error = 0;
  pid_ = start_process(
      {arguments, in_.reads.number(), out_.writes.number(),
       (options.joined ? out_ : err_).writes.number(), options.folder, options.environment},
      error);
  if (error != 0) throw Error(ErrorCode::not_found, std::strerror(error), arguments[0]);
}

// Between fork and exec nothing is called that allocates or locks: another thread may hold a lock.
void Child::fork_confined(const std::vector<std::string>& arguments, const Options& options) {
  struct Failure {
    const char* what;
    int error;
  };
  const std::vector<char*> argv = pointers_to(arguments);
  PipeEnds told;  // closed by exec
  if (!told.reads || (pid_ = ::fork()) < 0)
    throw Error(ErrorCode::io, std::strerror(errno), "fork");
  if (pid_ == 0) {
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::setpgid(0, 0);
    Failure failure{"dup2", 0};
    if (::dup2(in_.reads.number(), 0) >= 0 && ::dup2(out_.writes.number(), 1) >= 0 &&
        ::dup2(options.joined ? out_.writes.number() : err_.writes.number(), 2) >= 0) {
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
    static_cast<void>(::write(told.writes.number(), &failure, sizeof failure));
    ::_exit(127);
  }
  ::setpgid(pid_, pid_);  // whoever comes first
  told.writes = Descriptor();
  Failure failure{};
  if (::read(told.reads.number(), &failure, sizeof failure) != sizeof failure) return;
  ::waitpid(std::exchange(pid_, -1), nullptr, 0);
  options.confinement->fail(failure.what, failure.error);
}

Child::~Child() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  if (!ended_) ::waitpid(pid_, &status_, 0);
}

bool Child::step(std::string_view& input, int wait_ms) {
  if (input.empty() && !keeps_input_) in_.writes = Descriptor();
  const short wanted = input.empty() ? 0 : POLLOUT;
  std::array<pollfd, 3> polled = {{{in_.writes.number(), wanted, 0},
                                   {out_.reads.number(), POLLIN, 0},
                                   {err_.reads.number(), POLLIN, 0}}};
  ::poll(polled.data(), polled.size(), wait_ms);
  if (polled[0].revents != 0 && !input.empty()) feed(input);
  if (polled[1].revents != 0) drain(out_.reads, output, SIZE_MAX);
  if (polled[2].revents != 0) drain(err_.reads, errors, kMostErrors);
  if (!ended_ && ::waitpid(pid_, &status_, WNOHANG) == pid_) {
    ended_ = true;
    ended_at_ = steady_ms();
  }
  // A grandchild may hold the pipes open: it gets a moment, then goes with the group.
  const bool drained = !out_.reads && !err_.reads;
  return !ended_ || (!drained && steady_ms() - ended_at_ < 500);
}

void Child::feed(std::string_view& input) {
  const ssize_t put = ::write(in_.writes.number(), input.data(), input.size());
  if (put > 0) input.remove_prefix(static_cast<size_t>(put));
  if (put < 0 && errno != EAGAIN && errno != EINTR) input = {};  // it does not read: its right
}

}  // namespace dossier
