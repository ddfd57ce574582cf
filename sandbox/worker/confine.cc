#include "sandbox/worker/confine.h"

#include <linux/close_range.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <memory>
#include <stdexcept>

extern char** environ;

namespace dossier::sandbox {
namespace {

void limit(int resource, rlim_t most) {
  const rlimit value{most, most};
  if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &value) != 0)
    throw std::runtime_error("the kernel refuses a resource limit");
}

// The bytes of private writable memory in use, which RLIMIT_DATA counts.
uint64_t data_in_use() {
  // Read before files are out of reach: the sixth field of statm is data and stack, in pages.
  unsigned long pages[6] = {};
  if (FILE* file = std::fopen("/proc/self/statm", "re")) {
    for (auto& page : pages)
      if (std::fscanf(file, "%lu", &page) != 1) break;
    std::fclose(file);
  }
  return pages[5] * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void limit_process(uint64_t bytes, uint32_t seconds) {
  const uint64_t used = data_in_use();
  if (::syscall(SYS_close_range, 2u, ~0u, 0u) != 0)
    throw std::runtime_error("the kernel cannot close all descriptors");
  environ = nullptr;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_DATA, used + bytes);
  limit(RLIMIT_CPU, seconds);
  limit(RLIMIT_NOFILE, 2);
  limit(RLIMIT_NPROC, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
}

void limit_system_calls() {
  const std::unique_ptr<void, void (*)(void*)> filter(::seccomp_init(SCMP_ACT_KILL_PROCESS),
                                                      ::seccomp_release);
  int failed = filter == nullptr ? 1 : 0;
  const auto allow = [&](int call) {
    failed |= ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 0);
  };
  if (failed == 0) {
    failed |= ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(read), 1,
                                 SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO));
    failed |= ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
                                 SCMP_A0(SCMP_CMP_EQ, STDOUT_FILENO));
    // Memory that is written or read, never executed; no file is mapped.
    failed |= ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                                 SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
    failed |= ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    for (const int call : {SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise),
                           SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(exit_group),
                           SCMP_SYS(exit), SCMP_SYS(futex)})
      allow(call);
    failed |= ::seccomp_load(filter.get());
  }
  if (failed != 0) throw std::runtime_error("the kernel refuses the system call filter");
}

}  // namespace dossier::sandbox
