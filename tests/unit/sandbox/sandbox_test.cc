// The escape suite: hostile.txt, workers that die or lie, and the filter of system calls.
#include "sandbox/sandbox.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "engine/error.h"
#include "sandbox/process.h"
#include "tests/unit/scratch.h"

namespace dossier::sandbox {
namespace {

Limits small() {
  Limits limits;
  limits.time = std::chrono::seconds(10);
  limits.fuel = 600;
  limits.memory = 24u << 20;
  return limits;
}

Answer answered(const std::string& name, const Json& params) {
  if (name == "proto") return {true, read_json(R"({"__proto__": {"polluted": 1}})")};
  if (name != "echo") return {false, "there is no tool '" + name + "'"};
  return {true, Json::object({{"tool", name}, {"params", params}})};
}

const Requests kRequests{answered, [](const std::string& query, const Json&) {
                           return Answer{true, Json::object({{"query", query}})};
                         }};

Outcome run_one(const std::string& code, const Limits& limits = small(), uint64_t entropy = 7) {
  Workers workers(DOSSIER_SANDBOX);
  return run(workers.with(entropy), {code, "/work", "c1"}, limits, kRequests);
}

struct Hostile {
  std::string name, end, code;
};

std::vector<Hostile> hostile_scripts() {
  std::ifstream in(std::string(DOSSIER_SOURCE_DIR) + "/tests/unit/sandbox/hostile.txt");
  std::vector<Hostile> out;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("--- ")) {
      const size_t colon = line.find(": ", 4);
      const std::string name = line.substr(4, (colon == line.npos ? line.rfind(':') : colon) - 4);
      out.push_back({name, colon == line.npos ? "" : line.substr(colon + 2), {}});
    } else if (!out.empty() && !line.starts_with("# ")) {
      out.back().code += line + "\n";
    }
  }
  return out;
}

// Whether the outcome is one that the line allows: "= JSON", "failed TEXT", "stopped LIMIT…".
bool ends_so(const Outcome& outcome, const std::string& end) {
  if (end.starts_with("= "))
    return outcome.error.empty() && outcome.result == read_json(end.substr(2));
  if (end == "=") return outcome.error.empty() && outcome.result.is_null();
  if (end.starts_with("failed"))
    return outcome.stopped.empty() && !outcome.error.empty() &&
           outcome.error.find(end.size() > 7 ? end.substr(7) : "") != std::string::npos;
  std::istringstream words(end);
  for (std::string word; words >> word;) {
    if (word == "=" && outcome.error.empty()) return true;
    if (word == "failed" && outcome.stopped.empty() && !outcome.error.empty()) return true;
    if (word == outcome.stopped && !word.empty()) return true;
  }
  return false;
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD; }

std::string lying_worker(const test::Scratch& folder, const std::string& body) {
  const std::string path = folder / "worker";
  std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
  ::chmod(path.c_str(), 0755);
  return path;
}

}  // namespace

TEST_CASE("every hostile script ends within its limits, and the next one runs") {
  const auto scripts = hostile_scripts();
  REQUIRE(scripts.size() >= 100);
  for (const auto& script : scripts) {
    const Outcome outcome = run_one(script.code);
    INFO(script.name << ": expected " << script.end << "; stopped '" << outcome.stopped
                     << "', error '" << outcome.error << "', result "
                     << outcome.result.dump().substr(0, 200));
    CHECK(ends_so(outcome, script.end));
    CHECK((outcome.error.empty() || outcome.result.is_null()));
    CHECK(outcome.logs.size() <= small().logs);
  }
  CHECK(run_one("return 1 + 1").result == Json(2));
  CHECK_FALSE(has_children());
}

TEST_CASE("a script's own size and depth are limited") {
  const std::string deep = "return " + std::string(20'000, '(') + "1" + std::string(20'000, ')');
  CHECK(run_one(deep).error.find("stack") != std::string::npos);
  CHECK(run_one("/*" + std::string(1u << 20, 'x') + "*/ return 1").stopped == "code");
}

TEST_CASE("a script with the same entropy and answers does the same") {
  const std::string code =
      "return [Math.random(), [3, 1, 2].sort(() => Math.random() - 0.5), (await "
      "callTool('echo')).tool]";
  const Json first = run_one(code).result;
  CHECK(first == run_one(code).result);
  CHECK(first != run_one(code, small(), 8).result);
}

TEST_CASE("the limit of time covers what the program does for the script") {
  Limits limits = small();
  limits.time = std::chrono::milliseconds(300);
  Workers workers(DOSSIER_SANDBOX);
  const Outcome slow = run(
      workers.take(), {"log('begun'); await callTool('x'); return 1", "", ""}, limits,
      {[](const std::string&, const Json&) {
         for (const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
              std::chrono::steady_clock::now() < end;) {
         }
         return Answer{true, 1};
       },
       nullptr});
  CHECK(slow.stopped == "time");
  CHECK(slow.logs == std::vector<std::string>{"begun"});
  limits.fuel = UINT32_MAX;
  CHECK(run_one("for (;;);", limits).stopped == "time");
}

TEST_CASE("a worker that is killed ends its script and nothing else") {
  Workers workers(DOSSIER_SANDBOX);
  auto worker = workers.take();
  const pid_t id = worker->id();
  const Outcome outcome = run(std::move(worker), {"await callTool('x'); return 1", "", ""}, small(),
                              {[&](const std::string&, const Json&) {
                                 ::kill(id, SIGKILL);
                                 return Answer{true, std::string(1 << 20, 'x')};
                               },
                               nullptr});
  CHECK(outcome.stopped == "worker");
  CHECK_FALSE(has_children());
}

TEST_CASE("a worker that lies is not believed") {
  const test::Scratch folder;
  Limits limits = small();
  limits.time = std::chrono::seconds(2);
  const auto says = [&](const std::string& body) {
    Workers workers(lying_worker(folder, body));
    return run(workers.take(), {"return 1", "", ""}, limits, kRequests).stopped;
  };
  CHECK(says("exit 0") == "worker");
  CHECK(says(R"(printf '\003\377\377\377\377')") == "worker");     // four gigabytes
  CHECK(says(R"(printf '\003\002\000\000\000')") == "worker");     // ends within a frame
  CHECK(says(R"(printf '\011\000\000\000\000')") == "worker");     // no such kind
  CHECK(says(R"(printf '\001\000\000\000\000')") == "worker");     // what only the program sends
  CHECK(says(R"(printf '\002\004\000\000\000nope')").empty());     // a request that is no JSON
  CHECK(says(R"(printf '\005\003\000\000\000odd')") == "worker");  // a limit that there is not
  CHECK(says("read never < /dev/stdin; read never < /dev/stdin; while :; do :; done") == "time");
  CHECK(says(R"(while :; do printf '\002\017\000\000\000{"op":"search"}'; done)") == "requests");
  CHECK(says("/bin/cat /dev/zero") == "worker");
  CHECK_FALSE(has_children());
}

TEST_CASE("a worker that cannot start is an error that names it") {
  const test::Scratch folder;
  Workers none(folder / "absent");
  CHECK_THROWS_AS(none.take(), Error);
}

// The filter itself: scripts have no way to make a system call, so a program tries them instead.
TEST_CASE("a confined process can read and write its pipes, and nothing else") {
  const auto tries = [](const std::string& what) {
    const std::string command =
        std::string(DOSSIER_SANDBOX_PROBE) + " " + what + " </dev/null >/dev/null 2>&1";
    const char* arguments[] = {"/bin/sh", "-c", command.c_str(), nullptr};
    const pid_t child = ::fork();
    if (child == 0) {
      ::execv(arguments[0], const_cast<char* const*>(arguments));
      ::_exit(99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    // The shell execs its only command, or reports its signal as 128 + n.
    return WIFSIGNALED(status)         ? WTERMSIG(status)
           : WEXITSTATUS(status) > 128 ? WEXITSTATUS(status) - 128
                                       : -WEXITSTATUS(status);
  };
  CHECK(tries("nothing") == 0);
  CHECK(tries("memory") == 0);
  for (const char* call : {"open",        "openat",
                           "socket",      "fork",
                           "clone",       "execve",
                           "kill",        "ptrace",
                           "getdents",    "unlink",
                           "connect",     "mmap-exec",
                           "mmap-file",   "mprotect-exec",
                           "read-other",  "write-other",
                           "dup",         "prctl",
                           "nanosleep",   "ioctl",
                           "io_uring",    "process_vm_readv",
                           "userfaultfd", "getpid",
                           "clock"}) {
    INFO(call);
    CHECK(tries(call) == SIGSYS);
  }
}

}  // namespace dossier::sandbox
