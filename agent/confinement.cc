#include "agent/confinement.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "engine/error.h"

namespace dossier {
namespace {

// The kernel's struct landlock_ruleset_attr as of ABI 6; Debian 12's header ends at its first
// field.
struct RulesetAttributes {
  uint64_t files, network, scoped;
};
constexpr uint64_t kAllScoped = 3;  // abstract sockets and signals, from ABI 6
constexpr uint64_t kRefer = 1 << 13, kTruncate = 1 << 14, kDeviceCalls = 1 << 15;  // ABI 2, 3, 5
constexpr uint64_t kFirstFiles = kRefer - 1;                                       // ABI 1
constexpr uint64_t kExecute = 1, kWriteFile = 2, kReadFile = 4, kReadFolder = 8;

constexpr const char* kReadable[] = {"/usr",    "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                     "/libx32", "/etc", "/opt",  "/nix", "/proc",  "/sys"};
constexpr const char* kDevices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                    "/dev/urandom"};

uint64_t file_rights(int abi) {
  return kFirstFiles | (abi >= 2 ? kRefer : 0) | (abi >= 3 ? kTruncate : 0) |
         (abi >= 5 ? kDeviceCalls : 0);
}

class OpenPath {
 public:
  explicit OpenPath(int fd) : fd_(fd) {}
  OpenPath(const OpenPath&) = delete;
  ~OpenPath() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

[[noreturn]] void cannot_confine(const char* what) {
  throw Error(ErrorCode::denied, "the command is not run, since the kernel cannot confine it (" +
                                     std::string(what) + ": " + std::strerror(errno) + ")");
}

// Paths that are not there are no rule.
void allow(int ruleset, const std::string& path, uint64_t what) {
  const OpenPath place(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (place.get() < 0) return;
  struct stat info {};
  if (::fstat(place.get(), &info) == 0 && !S_ISDIR(info.st_mode))
    what &= kExecute | kWriteFile | kReadFile | kTruncate | kDeviceCalls;
  landlock_path_beneath_attr rule{what, place.get()};
  if (::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
    cannot_confine("landlock_add_rule");
}

// What no Landlock asks about: networks beside TCP, and sockets of the file system, behind which
// are daemons that may do more than this process (a container engine, an agent that holds keys).
// Pairs of sockets are made otherwise, and are let be. Before ABI 3 also emptying a file by its
// name, or by opening it for nothing but that. What hides its arguments from a filter is not there.
void filter_calls(bool empties_files) {
  const std::unique_ptr<void, void (*)(void*)> filter(::seccomp_init(SCMP_ACT_ALLOW),
                                                      ::seccomp_release);
  int failed = filter == nullptr ? -ENOMEM : 0;
  const auto refuse = [&](int call, auto... when) {
    if (failed == 0)
      failed = ::seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EACCES), call,
                                  static_cast<unsigned>(sizeof...(when)), when...);
  };
  const auto hide = [&](int call) {
    if (failed == 0) failed = ::seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), call, 0);
  };
  if (failed == 0)
    failed = ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
  refuse(SCMP_SYS(socket));
  hide(SCMP_SYS(io_uring_setup));
  if (empties_files) {
    refuse(SCMP_SYS(truncate));
    // A file that is opened to be written is Landlock's; the mode O_ACCMODE is neither.
    constexpr uint64_t kAsked = O_ACCMODE | O_TRUNC;
    for (const uint64_t how : {uint64_t{O_RDONLY | O_TRUNC}, kAsked}) {
      refuse(SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, kAsked, how));
      refuse(SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, kAsked, how));
      refuse(SCMP_SYS(open_by_handle_at), SCMP_A2(SCMP_CMP_MASKED_EQ, kAsked, how));
    }
    hide(SCMP_SYS(openat2));
  }
  if (failed == 0) failed = ::seccomp_load(filter.get());
  if (failed == 0) return;
  errno = -failed;
  cannot_confine("seccomp");
}

}  // namespace

void confine_thread(const std::string& folder, const std::string& temporary, int newest_abi) {
  const auto abi =
      std::min(newest_abi, static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0,
                                                      LANDLOCK_CREATE_RULESET_VERSION)));
  if (abi < 1) cannot_confine("landlock");
  const uint64_t files = file_rights(abi);
  const RulesetAttributes attributes{files, 0, abi >= 6 ? kAllScoped : 0};
  const size_t size = abi >= 6 ? sizeof attributes : sizeof attributes.files;
  const OpenPath ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
  if (ruleset.get() < 0) cannot_confine("landlock_create_ruleset");
  allow(ruleset.get(), folder, files);
  allow(ruleset.get(), temporary, files);
  for (const char* path : kReadable) allow(ruleset.get(), path, kExecute | kReadFile | kReadFolder);
  for (const char* path : kDevices) allow(ruleset.get(), path, kReadFile | kWriteFile);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) cannot_confine("no_new_privs");
  if (::syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
    cannot_confine("landlock_restrict_self");
  filter_calls(abi < 3);
}

}  // namespace dossier
