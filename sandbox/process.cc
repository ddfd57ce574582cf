#include "sandbox/process.h"

#include <signal.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "engine/spawn.h"

namespace dossier::sandbox {
namespace {

std::string in_hex(uint64_t number) {
  std::array<char, 17> hex{};
  std::snprintf(hex.data(), hex.size(), "%016llx", static_cast<unsigned long long>(number));
  return hex.data();
}

}  // namespace

std::unique_ptr<Process> Process::start(const std::string& path, uint64_t entropy,
                                        std::string& why) {
  PipeEnds to, from;
  pid_t id = -1;
  int error = errno;
  if (to.reads && from.reads)
    id = start_process({.arguments = {path, in_hex(entropy)},
                        .input = to.reads.number(),
                        .output = from.writes.number(),
                        .errors = -1,
                        .environment = std::vector<std::string>()},
                       error);
  if (id < 0) {
    why = std::strerror(error);
    return nullptr;
  }
  return std::unique_ptr<Process>(
      new Process(id, entropy, std::move(to.writes), std::move(from.reads)));
}

Process::Process(pid_t id, uint64_t entropy, Descriptor to, Descriptor from)
    : id_(id), entropy_(entropy), channel_(std::move(to), std::move(from)) {}

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
