#include "cli/case_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/error.h"
#include "engine/readers/snapshot/beneath.h"

namespace dossier::cli {
namespace {

// The link stays that of the running program when its file is replaced meanwhile.
constexpr const char* kThisProgram = "/proc/self/exe";

// In the child: only what is safe between fork and exec of a program with threads.
[[noreturn]] void become(char* const* argv, pid_t parent, int in, int out, int err) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  ::setpgid(0, 0);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(SIGINT, &action, nullptr);
  ::execv(kThisProgram, argv);
  ::_exit(127);
}

int opened(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) throw Error(ErrorCode::io, std::strerror(errno), path);
  return fd;
}

}  // namespace

CaseProcess::CaseProcess(std::vector<std::string> arguments, const std::string& output,
                         const std::string& errors) {
  arguments.insert(arguments.begin(), "dossier");
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const Descriptor in(opened("/dev/null", O_RDONLY));
  const Descriptor out(opened(output, O_WRONLY | O_CREAT | O_TRUNC));
  const Descriptor err(opened(errors, O_WRONLY | O_CREAT | O_APPEND));
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) become(argv.data(), parent, in.number(), out.number(), err.number());
  if (pid_ < 0) throw Error(ErrorCode::io, std::strerror(errno), "fork");
  watched_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  if (!watched_) {
    const std::string why = std::strerror(errno);
    kill();
    wait();
    throw Error(ErrorCode::io, why, "pidfd_open");
  }
}

CaseProcess::~CaseProcess() {
  if (pid_ > 0) {
    kill();
    wait();
  }
}

CaseProcess::CaseProcess(CaseProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), watched_(std::move(other.watched_)) {}

CaseProcess& CaseProcess::operator=(CaseProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(watched_, other.watched_);
  return *this;
}

int CaseProcess::wait() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void CaseProcess::interrupt() {
  if (pid_ > 0) ::kill(pid_, SIGINT);
}

void CaseProcess::kill() {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

}  // namespace dossier::cli
