#include "sandbox/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace dossier::sandbox {
namespace {

struct Pipe {
  bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) ::close(end);
  }
  int take(size_t i) { return std::exchange(ends[i], -1); }
  std::array<int, 2> ends{-1, -1};
};

// Starts `path` with the pipes as its standard input and output and an empty environment; returns
// errno.
int spawn(pid_t& id, const std::string& path, uint64_t entropy, int input, int output) {
  std::array<char, 17> hex{};
  std::snprintf(hex.data(), hex.size(), "%016llx", static_cast<unsigned long long>(entropy));
  std::string name = path;
  char* arguments[] = {name.data(), hex.data(), nullptr};
  char* environment[] = {nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
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
      ::posix_spawn(&id, path.c_str(), &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failed;
}

}  // namespace

std::unique_ptr<Process> Process::start(const std::string& path, uint64_t entropy,
                                        std::string& why) {
  Pipe to, from;
  pid_t id = -1;
  int failed = to.open() && from.open() ? 0 : errno;
  if (failed == 0) failed = spawn(id, path, entropy, to.ends[0], from.ends[1]);
  if (failed != 0) {
    why = std::strerror(failed);
    return nullptr;
  }
  return std::unique_ptr<Process>(new Process(id, entropy, to.take(1), from.take(0)));
}

Process::Process(pid_t id, uint64_t entropy, int to, int from)
    : id_(id), entropy_(entropy), channel_(to, from) {}

Process::~Process() {
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool Process::is_alive() {
  if (id_ >= 0 && ::waitpid(id_, nullptr, WNOHANG) != 0) id_ = -1;
  return id_ >= 0;
}

}  // namespace dossier::sandbox
