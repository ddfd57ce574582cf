#include "engine/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/clock.h"
#include "engine/error.h"
#include "engine/first_process.h"

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

void Child::fork_confined(const std::vector<std::string>& arguments, const Options& options) {
  const std::vector<char*> argv = pointers_to(arguments);
  const Descriptor program(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)));
  PipeEnds report;
  if (!program || !report.reads) throw Error(ErrorCode::io, std::strerror(errno), "fork");
  StartFailure failure{};
  for (const unsigned long namespaces : kNamespaces) {
    PipeEnds told;
    const pid_t first = fork_first_process(
        {*options.confinement,
         argv.data(),
         options.folder.empty() ? "." : options.folder.c_str(),
         {in_.reads.number(), out_.writes.number(), (options.joined ? out_ : err_).writes.number()},
         program.number(),
         told.writes.number(),
         report.writes.number()},
        namespaces);
    failure = {"clone", errno};
    if (first < 0) continue;
    told.writes = Descriptor();
    if (::read(told.reads.number(), &failure, sizeof failure) != sizeof failure) {
      pid_ = first;
      report_ = std::move(report.reads);
      ::fcntl(report_.number(), F_SETFL, O_NONBLOCK);
      return;
    }
    ::waitpid(first, nullptr, 0);
  }
  options.confinement->fail(failure.what, failure.error);
}

Child::~Child() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  if (!ended_ || report_) ::waitpid(pid_, nullptr, 0);
}

bool Child::has_ended() {
  if (!report_) return ::waitpid(pid_, &status_, WNOHANG) == pid_;
  const ssize_t got = ::read(report_.number(), &status_, sizeof status_);
  if (got == 0) status_ = SIGKILL;  // of its parent, which nothing else ends before it reports
  return got >= 0;
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
  if (!ended_ && has_ended()) {
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
