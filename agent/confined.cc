#include "agent/confined.h"

#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "agent/confinement.h"
#include "agent/hidden_databases.h"
#include "engine/child.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/person_state.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kHeadKept = 8 << 10, kTailKept = 24 << 10;

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
                        const std::stop_token& stop, int newest_abi) {
  if (holds_state(folder))
    throw Error(ErrorCode::denied,
                "a command could change what you approved, which is kept in " + state_folder() +
                    "; work in a folder that does not hold it (--root), or set XDG_STATE_HOME",
                folder);
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
  const HiddenDatabases databases(CommandSandbox::reach(folder, temporary.path()));
  const CommandSandbox confinement(folder, temporary.path(), databases.places(), newest_abi);
  // The whole group ends before its folder goes.
  Child child(arguments, {.folder = folder, .joined = true, .confinement = &confinement});
  return wait_for_end(child, steady_ms() + ms, stop);
}

CommandRun run_command_in(const std::string& command, const std::string& folder,
                          int64_t deadline_ms, const std::stop_token& stop) {
  Child child({"/bin/sh", "-c", command}, {.folder = folder, .joined = true});
  return wait_for_end(child, deadline_ms, stop);
}

}  // namespace dossier
