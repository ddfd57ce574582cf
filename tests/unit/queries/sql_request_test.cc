// What answers POST /api/sql beside SQL: its child process. The program is a script here.
#include "queries/adhoc/sql_request.h"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
namespace fs = std::filesystem;

namespace {

constexpr const char* kAsk = R"({"sql": "SELECT 1", "timeout_ms": 1000})";

std::string failure_of(const std::string& why) {
  return R"({"success":false,"results":[{"columns":[],"rows":[],"row_count":0,"truncated":true,)"
         R"("elapsed_ms":null,"error":")" +
         why + "\"}]}";
}

// The body that comes of a child that runs these lines of shell, however long it takes.
std::string body_of_child(const std::string& lines) {
  const test::Scratch scratch;
  scratch.write("child", "#!/bin/sh\n" + lines + "\n");
  fs::permissions(scratch / "child", fs::perms::owner_all);
  return run_sql_request(
             scratch / "child", "none.db", kAsk, [] { return false; }, std::chrono::minutes(5))
      .body;
}

}  // namespace

TEST_CASE("sql request: signals end a child, whatever the server does with its own signals") {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  struct sigaction ignore {
  }, usual{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &usual);
  CHECK(body_of_child("kill -s PIPE $$; echo alive") == failure_of("stopped: out of memory"));
  sigaction(SIGPIPE, &usual, nullptr);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_CASE("sql request: a child without output, or with partial output, has failed") {
  const std::string failed = failure_of("stopped: out of memory");
  CHECK(body_of_child("exit 0") == failed);
  CHECK(body_of_child("printf '{\"success\":tr'") == failed);
  CHECK(body_of_child("echo '{}'") == "{}");
}

TEST_CASE("sql request: at most 64 MB of a child's output are read") {
  constexpr size_t kMost = 64u << 20;
  const auto bytes = [](size_t count) {
    return "head -c " + std::to_string(count - 1) + " /dev/zero; echo";
  };
  CHECK(body_of_child(bytes(kMost)).size() == kMost - 1);
  CHECK(body_of_child(bytes(kMost + 1)).size() < 1000);
}

TEST_CASE("sql request: a child that nothing stops is killed when the caller stops") {
  const test::Scratch scratch;
  scratch.write("child", "#!/bin/sh\n: > \"$0.started\"\nexec sleep 600\n");
  fs::permissions(scratch / "child", fs::perms::owner_all);
  CHECK(test::failure_of([&] {
          run_sql_request(scratch / "child", "none.db", R"({"sql": "SELECT 1"})",
                          [&] { return fs::exists(scratch / "child.started"); });
        }) == "limit: stopping");
}
