#include "agent/confinement.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

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

constexpr uint64_t kReading = kExecute | kReadFile | kReadFolder;

constexpr const char* kReadable[] = {"/usr",    "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                     "/libx32", "/etc", "/opt",  "/nix", "/sys"};
constexpr const char* kDevices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                    "/dev/urandom"};

uint64_t file_rights(int abi) {
  return kFirstFiles | (abi >= 2 ? kRefer : 0) | (abi >= 3 ? kTruncate : 0) |
         (abi >= 5 ? kDeviceCalls : 0);
}

constexpr const char* kHides =
    "it could reach the database, and hiding that needs a mount namespace; --db keeps the database "
    "elsewhere";

[[noreturn]] void refuse(const char* what, int error) {
  throw Error(ErrorCode::denied, "the command is not run, since the kernel cannot confine it (" +
                                     std::string(what) + ": " + std::strerror(error) + ")");
}

[[noreturn]] void cannot_confine(const char* what) { refuse(what, errno); }

// Paths that are not there are no rule.
bool add_rule(int ruleset, const char* path, uint64_t what) noexcept {
  const Descriptor place(::open(path, O_PATH | O_CLOEXEC));
  if (!place) return true;
  struct stat info {};
  if (::fstat(place.number(), &info) == 0 && !S_ISDIR(info.st_mode))
    what &= kExecute | kWriteFile | kReadFile | kTruncate | kDeviceCalls;
  landlock_path_beneath_attr rule{what, place.number()};
  return ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

void allow(int ruleset, const std::string& path, uint64_t what) {
  if (!add_rule(ruleset, path.c_str(), what)) cannot_confine("landlock_add_rule");
}

using Refuse = std::function<void(int call, std::vector<scmp_arg_cmp> when)>;

// Limits and turns of other processes, this one's among them: of a number that is not 0, which is
// the caller itself, and of all of a user. A number may be the caller's own; a filter cannot know.
void refuse_setting_others(const Refuse& refuse) {
  constexpr scmp_datum_t kWhole = UINT32_MAX;    // the kernel takes as much of an argument
  constexpr scmp_datum_t kUserOfIoPriority = 3;  // IOPRIO_WHO_USER, whose header is not C++
  const scmp_arg_cmp other = SCMP_A0(SCMP_CMP_NE, 0);
  for (const int call : {SCMP_SYS(prlimit64), SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setparam),
                         SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setattr)})
    refuse(call, {other});
  for (const int call : {SCMP_SYS(setpriority), SCMP_SYS(ioprio_set)})
    refuse(call, {SCMP_A1(SCMP_CMP_NE, 0)});
  refuse(SCMP_SYS(setpriority), {SCMP_A0(SCMP_CMP_MASKED_EQ, kWhole, PRIO_USER)});
  refuse(SCMP_SYS(ioprio_set), {SCMP_A0(SCMP_CMP_MASKED_EQ, kWhole, kUserOfIoPriority)});
}

// What outlives the command without being a file: memory, semaphores and queues of System V and
// POSIX, and keys. And what only watches or changes a machine.
void refuse_what_stays(const Refuse& refuse) {
  for (const int call : {SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(shmctl), SCMP_SYS(semget),
                         SCMP_SYS(semop), SCMP_SYS(semtimedop), SCMP_SYS(semctl), SCMP_SYS(msgget),
                         SCMP_SYS(msgsnd), SCMP_SYS(msgrcv), SCMP_SYS(msgctl), SCMP_SYS(mq_open),
                         SCMP_SYS(mq_unlink), SCMP_SYS(add_key), SCMP_SYS(request_key),
                         SCMP_SYS(keyctl), SCMP_SYS(perf_event_open), SCMP_SYS(bpf)})
    refuse(call, {});
}

// What no Landlock asks about: networks beside TCP, and sockets of the file system, behind which
// are daemons that may do more than this process (a container engine, an agent that holds keys).
// Pairs of sockets are made otherwise, and are let be. Before ABI 3 also emptying a file by its
// name, or by opening it for nothing but that. What hides its arguments from a filter is not there.
// Who could leave the process group would outlive its end.
std::vector<sock_filter> filter_of_calls(bool empties_files) {
  const std::unique_ptr<void, void (*)(void*)> filter(::seccomp_init(SCMP_ACT_ALLOW),
                                                      ::seccomp_release);
  int failed = filter == nullptr ? -ENOMEM : 0;
  const auto refuse = [&](int call, const std::vector<scmp_arg_cmp>& when) {
    if (failed == 0)
      failed = ::seccomp_rule_add_array(filter.get(), SCMP_ACT_ERRNO(EACCES), call,
                                        static_cast<unsigned>(when.size()), when.data());
  };
  const auto hide = [&](int call) {
    if (failed == 0) failed = ::seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), call, 0);
  };
  if (failed == 0)
    failed = ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
  refuse(SCMP_SYS(socket), {});
  refuse(SCMP_SYS(setsid), {});
  refuse(SCMP_SYS(setpgid), {});
  refuse_setting_others(refuse);
  refuse_what_stays(refuse);
  hide(SCMP_SYS(io_uring_setup));
  // Programs have another way where a kernel knows no descriptors of processes.
  for (const int call : {SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_send_signal), SCMP_SYS(pidfd_getfd)})
    hide(call);
  if (empties_files) {
    refuse(SCMP_SYS(truncate), {});
    // A file that is opened to be written is Landlock's; the mode O_ACCMODE is neither.
    constexpr uint64_t kAsked = O_ACCMODE | O_TRUNC;
    for (const uint64_t how : {uint64_t{O_RDONLY | O_TRUNC}, kAsked}) {
      refuse(SCMP_SYS(open), {SCMP_A1(SCMP_CMP_MASKED_EQ, kAsked, how)});
      refuse(SCMP_SYS(openat), {SCMP_A2(SCMP_CMP_MASKED_EQ, kAsked, how)});
      refuse(SCMP_SYS(open_by_handle_at), {SCMP_A2(SCMP_CMP_MASKED_EQ, kAsked, how)});
    }
    hide(SCMP_SYS(openat2));
  }
  const Descriptor file(::memfd_create("filter", MFD_CLOEXEC));
  if (failed == 0) failed = ::seccomp_export_bpf(filter.get(), file.number());
  std::vector<sock_filter> out(static_cast<size_t>(::lseek(file.number(), 0, SEEK_END)) /
                               sizeof(sock_filter));
  const size_t bytes = out.size() * sizeof(sock_filter);
  if (failed == 0 && ::pread(file.number(), out.data(), bytes, 0) != static_cast<ssize_t>(bytes))
    failed = -EIO;
  if (failed == 0) return out;
  errno = -failed;
  cannot_confine("seccomp");
}

bool write_to(const char* path, const std::string& text) noexcept {
  const Descriptor file(::open(path, O_WRONLY | O_CLOEXEC));
  return file &&
         ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Root may read other processes, mount and load whatever Landlock says. What is left is about files
// and users.
void drop_capabilities() noexcept {
  constexpr uint64_t kKept = 1 << CAP_CHOWN | 1 << CAP_DAC_OVERRIDE | 1 << CAP_FOWNER |
                             1 << CAP_FSETID | 1 << CAP_SETGID | 1 << CAP_SETUID;
  for (int one = 0; one < 64; ++one)
    if ((kKept >> one & 1) == 0) ::prctl(PR_CAPBSET_DROP, one, 0, 0, 0);  // who may not has none
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[2] = {};
  if (::syscall(SYS_capget, &head, sets) != 0) return;
  for (size_t i = 0; i < 2; ++i) {
    const auto kept = static_cast<uint32_t>(kKept >> (32 * i));
    sets[i].effective &= kept, sets[i].permitted &= kept, sets[i].inheritable = 0;
  }
  ::syscall(SYS_capset, &head, sets);
}

}  // namespace

CommandSandbox::CommandSandbox(const std::string& folder, const std::string& temporary,
                               std::vector<Sighting> hidden, int newest_abi)
    : hidden_(std::move(hidden)),
      cover_(temporary + "/.hidden"),
      users_(std::to_string(::geteuid()) + " " + std::to_string(::geteuid()) + " 1\n"),
      groups_(std::to_string(::getegid()) + " " + std::to_string(::getegid()) + " 1\n") {
  const auto abi =
      std::min(newest_abi, static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0,
                                                      LANDLOCK_CREATE_RULESET_VERSION)));
  if (abi < 1) cannot_confine("landlock");
  filter_ = filter_of_calls(abi < 3);
  for (const auto& file : hidden_) pinned_.insert(file.folders.begin(), file.folders.end());
  if (!hidden_.empty()) {
    const Descriptor cover(::open(cover_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    if (cover.number() < 0) throw Error(ErrorCode::io, std::strerror(errno), cover_);
  }
  const uint64_t files = file_rights(abi);
  const RulesetAttributes attributes{files, 0, abi >= 6 ? kAllScoped : 0};
  const size_t size = abi >= 6 ? sizeof attributes : sizeof attributes.files;
  Descriptor ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
  if (ruleset.number() < 0) cannot_confine("landlock_create_ruleset");
  allow(ruleset.number(), folder, files);
  allow(ruleset.number(), temporary, files);
  for (const char* path : kReadable) allow(ruleset.number(), path, kReading);
  for (const char* path : kDevices) allow(ruleset.number(), path, kReadFile | kWriteFile);
  ruleset_ = std::move(ruleset);
}

Reach CommandSandbox::reach(const std::string& folder, const std::string& temporary) {
  std::vector<std::string> readable(std::begin(kReadable), std::end(kReadable));
  readable.push_back(temporary);
  return {folder, readable};
}

void CommandSandbox::fail(const char* what, int error) const { refuse(what, error); }

const char* CommandSandbox::prepare(unsigned long namespaces) const noexcept {
  errno = EPERM;
  if (namespaces == 0) return hidden_.empty() ? nullptr : kHides;
  if ((namespaces & CLONE_NEWUSER) != 0 &&
      (!write_to("/proc/self/setgroups", "deny") || !write_to("/proc/self/uid_map", users_) ||
       !write_to("/proc/self/gid_map", groups_)))
    return kHides;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return kHides;
  for (const auto& folder : pinned_)
    if (::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0)
      return kHides;
  for (const auto& file : hidden_)
    if (::mount(cover_.c_str(), file.path.c_str(), nullptr, MS_BIND, nullptr) != 0 &&
        errno != ENOENT)
      return kHides;
  for (const auto& file : hidden_) {
    struct stat seen {};
    errno = EBUSY;
    if (::lstat(file.path.c_str(), &seen) == 0 && Inode(seen.st_dev, seen.st_ino) == file.inode)
      return kHides;
  }
  // Refused where something covers a part of /proc, as in some containers: then the one that shows
  // the processes outside stays.
  ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  return nullptr;
}

const char* CommandSandbox::enter() const noexcept {
  if (!add_rule(ruleset_.number(), "/proc", kReading)) return "landlock_add_rule";
  drop_capabilities();
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
  if (::syscall(SYS_landlock_restrict_self, ruleset_.number(), 0) != 0)
    return "landlock_restrict_self";
  const sock_fprog program{static_cast<unsigned short>(filter_.size()),
                           const_cast<sock_filter*>(filter_.data())};
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) return "seccomp";
  return nullptr;
}

}  // namespace dossier
