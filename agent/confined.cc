#include "agent/confined.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <future>
#include <memory>
#include <vector>

#include "agent/child.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kHeadKept = 8 << 10, kTailKept = 24 << 10;

// The kernel's struct landlock_ruleset_attr as of ABI 6; Debian 12's header ends at its first
// field.
struct RulesetAttributes {
  uint64_t files, network, scoped;
};
constexpr uint64_t kAllNetwork = 3;  // binding and connecting TCP, from ABI 4
constexpr uint64_t kAllScoped = 3;   // abstract sockets and signals, from ABI 6
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

// Confines the calling thread, and what it starts, for good.
void confine_thread(const std::string& folder, const std::string& temporary) {
  const auto abi = static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
  if (abi < 3) {  // before, a file could be emptied that cannot be written
    if (abi >= 0) errno = ENOSYS;
    cannot_confine("landlock");
  }
  const uint64_t files = file_rights(abi);
  const RulesetAttributes attributes{files, abi >= 4 ? kAllNetwork : 0, abi >= 6 ? kAllScoped : 0};
  const size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
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
}

std::string as_utf8(std::string_view bytes) {
  std::string out;
  for (size_t at = 0; at < bytes.size();) {
    const Decoded next = decode_utf8(bytes, at);
    append_utf8(out, next.valid ? next.code : char32_t{0xFFFD});
    at += next.length;
  }
  return out;
}

std::string how_it_ended(int status, bool is_late, bool is_stopped) {
  if (is_stopped) return "stopped";
  if (is_late) return "stopped because its time was up";
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

// Its beginning and its end, where it is longer than both.
void shorten_output(std::string& output, bool is_last) {
  const size_t most = kHeadKept + kTailKept;
  if (output.size() <= (is_last ? most : 16 * most)) return;
  static constexpr std::string_view kCut = "\n[…]\n";
  const size_t tail = output.size() - kTailKept;
  output.erase(kHeadKept, tail - kHeadKept);
  output.insert(kHeadKept, kCut);
}

CommandRun wait_for_end(Child& child, int64_t deadline_ms, const std::stop_token& stop) {
  std::string_view nothing;
  bool is_late = false, is_stopped = false;
  while (!is_late && !is_stopped && child.step(nothing)) {
    shorten_output(child.output, false);
    is_late = steady_ms() > deadline_ms;
    is_stopped = stop.stop_requested();
  }
  shorten_output(child.output, true);
  const bool passed =
      !is_late && !is_stopped && WIFEXITED(child.status()) && WEXITSTATUS(child.status()) == 0;
  return {as_utf8(child.output), how_it_ended(child.status(), is_late, is_stopped), passed};
}

// A folder that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* base = std::getenv("TMPDIR");
    path_ = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/dossier-run-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr)
      throw Error(ErrorCode::io, std::strerror(errno), "mkdtemp");
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string passed_on(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return std::string(name) + "=" + (value != nullptr && *value != '\0' ? value : otherwise);
}

}  // namespace

CommandRun run_confined(const std::string& command, const std::string& folder, int64_t ms,
                        const std::stop_token& stop) {
  const TemporaryFolder temporary;
  const std::vector<std::string> arguments = {"/usr/bin/env",
                                              "-i",
                                              passed_on("PATH", "/usr/local/bin:/usr/bin:/bin"),
                                              passed_on("LANG", "C.UTF-8"),
                                              passed_on("TZ", "UTC"),
                                              "TERM=dumb",
                                              "HOME=" + temporary.path(),
                                              "TMPDIR=" + temporary.path(),
                                              "/bin/sh",
                                              "-c",
                                              command};
  // A thread of its own, since it is confined for good; its child is, too.
  auto child =
      std::async(std::launch::async, [&] {
        confine_thread(folder, temporary.path());
        return std::make_unique<Child>(arguments, Child::Options{.folder = folder, .joined = true});
      }).get();
  const CommandRun run = wait_for_end(*child, steady_ms() + ms, stop);
  child.reset();  // the whole group, before its folder goes
  return run;
}

CommandRun run_command_in(const std::string& command, const std::string& folder,
                          int64_t deadline_ms, const std::stop_token& stop) {
  Child child({"/bin/sh", "-c", command}, {.folder = folder, .joined = true});
  return wait_for_end(child, deadline_ms, stop);
}

}  // namespace dossier
