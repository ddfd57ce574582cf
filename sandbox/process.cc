#include "sandbox/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include "engine/error.h"

namespace dossier::sandbox {
namespace {

struct Pipe {
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw Error(ErrorCode::io, "cannot create a pipe for a sandbox worker");
  }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) ::close(end);
  }
  int take(size_t i) { return std::exchange(ends[i], -1); }
  std::array<int, 2> ends{-1, -1};
};

}  // namespace

Process::Process(const std::string& path, uint64_t entropy) : entropy_(entropy) {
  Pipe to, from;
  std::array<char, 17> hex{};
  std::snprintf(hex.data(), hex.size(), "%016llx", static_cast<unsigned long long>(entropy));
  std::string name = path;
  char* arguments[] = {name.data(), hex.data(), nullptr};
  char* environment[] = {nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to.ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int failed =
      ::posix_spawn(&id_, path.c_str(), &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0)
    throw Error(ErrorCode::io,
                std::string("cannot start the sandbox worker: ") + std::strerror(failed), path);
  in_ = to.take(1);
  out_ = from.take(0);
  ::fcntl(in_, F_SETFL, O_NONBLOCK);
  ::fcntl(out_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  ::close(in_);
  ::close(out_);
  if (id_ > 0) {
    ::kill(id_, SIGKILL);
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

bool Process::wait(int descriptor, short events, Time until) const {
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd one{descriptor, events, 0};
    const int ready =
        ::poll(&one, 1, static_cast<int>(std::clamp<int64_t>(left.count(), 0, 1'000'000)));
    if (ready > 0) return true;
    if (ready == 0 && left.count() <= 0) return false;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool Process::send(Frame kind, std::string_view payload, Time until) {
  std::string frame(kFrameHead, '\0');
  frame[0] = static_cast<char>(kind);
  const auto size = static_cast<uint32_t>(payload.size());
  std::memcpy(&frame[1], &size, sizeof size);
  frame += payload;
  // A worker that is gone must not end the program.
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  size_t at = 0;
  while (at < frame.size()) {
    const ssize_t put = ::write(in_, frame.data() + at, frame.size() - at);
    if (put > 0) {
      at += static_cast<size_t>(put);
    } else if (put < 0 && errno == EPIPE) {
      const timespec now{};
      ::sigtimedwait(&pipe, nullptr, &now);
      break;
    } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
      break;
    } else if (!wait(in_, POLLOUT, until)) {
      break;
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return at == frame.size();
}

bool Process::fill(size_t size, Time until, Silence& why) {
  std::array<char, 65536> piece;
  while (buffer_.size() < size) {
    const ssize_t got = ::read(out_, piece.data(), std::min(piece.size(), size - buffer_.size()));
    if (got > 0) {
      buffer_.append(piece.data(), static_cast<size_t>(got));
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      why = Silence::gone;
      return false;
    } else if (!wait(out_, POLLIN, until)) {
      why = Silence::late;
      return false;
    }
    if (std::chrono::steady_clock::now() > until && buffer_.size() < size) {
      why = Silence::late;
      return false;
    }
  }
  return true;
}

std::optional<Process::Received> Process::receive(size_t most, Time until, Silence& why) {
  if (!fill(kFrameHead, until, why)) return std::nullopt;
  uint32_t size;
  std::memcpy(&size, &buffer_[1], sizeof size);
  const auto kind = static_cast<uint8_t>(buffer_[0]);
  if (size > most || kind < static_cast<uint8_t>(Frame::request) ||
      kind > static_cast<uint8_t>(Frame::stopped)) {
    why = Silence::lies;
    return std::nullopt;
  }
  if (!fill(kFrameHead + size, until, why)) return std::nullopt;
  Received out{static_cast<Frame>(kind), buffer_.substr(kFrameHead)};
  buffer_.clear();
  return out;
}

}  // namespace dossier::sandbox
