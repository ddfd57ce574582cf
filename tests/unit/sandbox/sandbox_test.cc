// The escape suite: the scripts of hostile.txt in real workers, workers that are killed, and the
// filter of system calls. What a worker may say is in conversation_test.cc.
#include "sandbox/sandbox.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "engine/error.h"
#include "sandbox/conversation.h"
#include "sandbox/process.h"
#include "tests/unit/places.h"
#include "tests/unit/scratch.h"

namespace dossier::sandbox {
namespace {

Limits small() {
  Limits limits;
  limits.time = std::chrono::minutes(2);  // fuel ends them, however busy the machine is
  limits.fuel = 200;
  limits.memory = 24u << 20;
  return limits;
}

Answer answered(const Request& request) {
  if (request.kind == Request::search) return {true, Json::object({{"query", request.name}})};
  if (request.name == "proto") return {true, read_json(R"({"__proto__": {"polluted": 1}})")};
  if (request.name == "large") return {true, std::string(150'000, 'z')};
  if (request.name != "echo") return {false, "there is no tool '" + request.name + "'"};
  return {true, Json::object({{"tool", request.name}, {"params", request.params}})};
}

const Answers kAnswers = one_by_one(answered);

Outcome run_one(const std::string& code, const Limits& limits = small(), uint64_t entropy = 7) {
  return Sandbox(test::kSandbox, 0).run({code, "/work", "c1", entropy}, limits, kAnswers);
}

struct Hostile {
  std::string name, end, code;
};

std::vector<Hostile> hostile_scripts() {
  std::ifstream in(std::string(test::kSource) + "/tests/unit/sandbox/hostile.txt");
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

// The numbers of the open descriptors and the resident bytes of this process.
struct Held {
  size_t descriptors = 0;
  int64_t resident = 0;
};

Held held() {
  Held out;
  for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator("/proc/self/fd"))
    ++out.descriptors;
  int64_t size = 0;
  std::ifstream("/proc/self/statm") >> size >> out.resident;
  out.resident *= ::sysconf(_SC_PAGESIZE);
  return out;
}

}  // namespace

TEST_CASE("every hostile script ends within its limits, and the next one runs", "[unthreaded]") {
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
  Sandbox sandbox(test::kSandbox);
  const Outcome slow = sandbox.run(
      {"log('begun'); await callTool('x'); return 1"}, limits, one_by_one([](const Request&) {
        for (const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
             std::chrono::steady_clock::now() < end;) {
        }
        return Answer{true, 1};
      }));
  CHECK(slow.stopped == "time");
  CHECK(slow.error == "the script ran out of time (300 ms)");
  CHECK(slow.logs == std::vector<std::string>{"begun"});
  limits.fuel = UINT32_MAX;
  CHECK(run_one("for (;;);", limits).stopped == "time");
}

TEST_CASE("what a person takes to allow a call is no time of the script") {
  Limits limits = small();
  limits.time = std::chrono::milliseconds(1500);
  Sandbox sandbox(test::kSandbox);
  const auto slow = [](std::chrono::milliseconds asked) {
    return one_by_one([asked](const Request&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1600));
      return Answer{true, 1, asked};
    });
  };
  const Script script{"return await callTool('x')"};
  CHECK(sandbox.run(script, limits, slow(std::chrono::milliseconds(1600))).result == Json(1));
  CHECK(sandbox.run(script, limits, slow({})).stopped == "time");
}

TEST_CASE("a script ends when it is told to stop") {
  Limits limits = small();
  limits.fuel = UINT32_MAX;
  std::stop_source source;
  Sandbox sandbox(test::kSandbox);
  const Outcome stopped =
      sandbox.run({"await callTool('x'); for (;;);"}, limits, one_by_one([&](const Request&) {
                    source.request_stop();
                    return Answer{true, 1};
                  }),
                  source.get_token());
  CHECK(stopped.stopped == "interrupted");
  CHECK(stopped.error == "the script was interrupted");
  std::stop_source later;
  std::jthread other([&] { later.request_stop(); });
  CHECK(sandbox.run({"for (;;);"}, limits, kAnswers, later.get_token()).stopped == "interrupted");
}

TEST_CASE("calls come together, at most as many as may, and their results in their order") {
  for (const uint32_t parallel : {1u, 3u, 10u}) {
    Limits limits = small();
    limits.parallel = parallel;
    std::vector<size_t> groups;
    const Outcome outcome = Sandbox(test::kSandbox, 0)
                                .run({"return (await batchCall([...Array(10)].map((_, n) => "
                                      "({name: 'echo', params: {n}}))))"
                                      ".map((r) => r.result.params.n)"},
                                     limits, [&](const std::vector<Request>& requests) {
                                       groups.push_back(requests.size());
                                       return kAnswers(requests);
                                     });
    CHECK(outcome.result == read_json("[0,1,2,3,4,5,6,7,8,9]"));
    CHECK(groups == (parallel == 1   ? std::vector<size_t>(10, 1)
                     : parallel == 3 ? std::vector<size_t>{3, 3, 3, 1}
                                     : std::vector<size_t>{10}));
  }
}

TEST_CASE("neither side waits for the other while both have much to say") {
  // Results and requests of far more than a pipe holds.
  CHECK(run_one("let n = 0; const x = 'y'.repeat(8000);"
                "const more = () => callTool('large', {x}).then(async (r) => {"
                "  n += r.length; await callTool('large', {x}); });"
                "await Promise.all([...Array(12)].map(more)); return n")
            .result == Json(12 * 150'000));
}

TEST_CASE("calls that nobody waits for are made before the script has ended") {
  std::vector<std::string> made;
  const auto note = one_by_one([&](const Request& request) {
    made.push_back(request.name);
    return Answer{true, 1};
  });
  Sandbox sandbox(test::kSandbox);
  CHECK(sandbox.run({"callTool('a'); callTool('b'); return 5"}, small(), note).result == Json(5));
  CHECK(made == std::vector<std::string>{"a", "b"});
  sandbox.run({"callTool('c'); throw new Error('x')"}, small(), note);
  CHECK(made.size() == 2);
}

TEST_CASE("a worker that is killed ends its script and nothing else") {
  auto why = std::string();
  auto worker = Process::start(test::kSandbox, 7, why);
  REQUIRE(worker);
  const Outcome outcome = converse(worker->channel(), {"await callTool('x'); return 1"}, small(),
                                   one_by_one([&](const Request&) {
                                     ::kill(worker->id(), SIGKILL);
                                     return Answer{true, std::string(1 << 20, 'x')};
                                   }));
  CHECK(outcome.stopped == "worker");
  worker.reset();
  CHECK_FALSE(has_children());
}

TEST_CASE("a worker that died while it waited is not given a script") {
  std::string why;
  auto worker = Process::start(test::kSandbox, 7, why);
  REQUIRE(worker);
  CHECK(worker->is_alive());
  ::kill(worker->id(), SIGKILL);
  siginfo_t info;
  ::waitid(P_PID, static_cast<id_t>(worker->id()), &info, WEXITED | WNOWAIT);
  CHECK_FALSE(worker->is_alive());
}

TEST_CASE("scripts leave no descriptor, no process and no memory behind") {
  Sandbox sandbox(test::kSandbox);
  const std::string codes[] = {
      "return 'x'.repeat(5e5)", "const a = []; for (;;) a.push(new Array(1000).fill(1));",
      "for (let i = 0; i < 200; i++) log('x'.repeat(2000)); for (;;);",
      "return batchCall(Array(60).fill({name: 'echo', params: {x: 'y'.repeat(30000)}}))",
      "for (let i = 0; i < 1e5; i++) callTool('echo');"};
  const auto all = [&] {
    for (const auto& code : codes) sandbox.run({code}, small(), kAnswers);
  };
  all();
  const Held before = held();
  for (int i = 0; i < 3; ++i) all();
  const Held after = held();
  CHECK(after.descriptors == before.descriptors);
  INFO("resident before " << before.resident << ", after " << after.resident);
#ifdef DOSSIER_SANITIZED  // keeps what was freed for a while
  constexpr int64_t kMore = 272 << 20;
#else
  constexpr int64_t kMore = 16 << 20;
#endif
  CHECK(after.resident < before.resident + kMore);
}

TEST_CASE("a worker that cannot start is an error that names it") {
  const test::Scratch folder;
  Sandbox none(folder / "absent");
  CHECK_NOTHROW(none.warm());
  CHECK_THROWS_AS(none.run({"return 1"}, small(), kAnswers), Error);
}

// The filter itself: scripts have no way to make a system call, so a program tries them instead.
TEST_CASE("a confined process can read and write its pipes, and nothing else") {
  const auto tries = [](const std::string& what) {
    const std::string command =
        std::string(test::kSandboxProbe) + " " + what + " </dev/null >/dev/null 2>&1";
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
