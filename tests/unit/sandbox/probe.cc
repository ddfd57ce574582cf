// Confines itself like a worker, then makes the system call that it is told to make.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "sandbox/worker/confine.h"

int main(int, char** argv) {
  const std::string_view what = argv[1];
  dossier::sandbox::limit_process(64u << 20, 5);
  dossier::sandbox::limit_system_calls();
  const auto is = [&](const char* name) { return what == name; };
  char byte = 0;
  if (is("memory")) std::free(std::memset(std::malloc(1 << 20), 1, 1 << 20));
  if (is("open")) ::syscall(SYS_open, "/etc/passwd", O_RDONLY);
  if (is("openat")) ::syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY);
  if (is("socket")) ::syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  if (is("fork")) ::syscall(SYS_fork);
  if (is("clone")) ::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (is("execve")) ::syscall(SYS_execve, "/bin/true", nullptr, nullptr);
  if (is("kill")) ::syscall(SYS_kill, 1, 0);
  if (is("ptrace")) ::syscall(SYS_ptrace, 0, 0, 0, 0);
  if (is("getdents")) ::syscall(SYS_getdents64, 0, &byte, 1);
  if (is("unlink")) ::syscall(SYS_unlink, "/nowhere");
  if (is("connect")) ::syscall(SYS_connect, 0, nullptr, 0);
  if (is("mmap-exec"))
    ::syscall(SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (is("mmap-file")) ::syscall(SYS_mmap, 0, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
  if (is("mprotect-exec")) ::syscall(SYS_mprotect, 0, 4096, PROT_READ | PROT_EXEC);
  if (is("read-other")) ::syscall(SYS_read, 3, &byte, 1);
  if (is("write-other")) ::syscall(SYS_write, 2, "x", 1);
  if (is("dup")) ::syscall(SYS_dup, 0);
  if (is("prctl")) ::syscall(SYS_prctl, PR_SET_DUMPABLE, 1);
  if (is("nanosleep")) ::syscall(SYS_nanosleep, nullptr, nullptr);
  if (is("ioctl")) ::syscall(SYS_ioctl, 0, 0, 0);
  if (is("io_uring")) ::syscall(425, 1, nullptr);
  if (is("process_vm_readv")) ::syscall(SYS_process_vm_readv, 1, nullptr, 0, nullptr, 0, 0);
  if (is("userfaultfd")) ::syscall(SYS_userfaultfd, 0);
  if (is("getpid")) ::syscall(SYS_getpid);
  if (is("clock")) ::syscall(SYS_clock_gettime, 0, nullptr);
  ::_exit(0);
}
