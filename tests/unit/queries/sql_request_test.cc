// What answers POST /api/sql beside SQL: its child process. The program is a script here.
#include "queries/adhoc/sql_request.h"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "queries/adhoc/adhoc.h"
#include "queries/open.h"
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
  pthread_sigmask(SIG_SETMASK, &before, nullptr);  // while a signal of our own write is ignored
  sigaction(SIGPIPE, &usual, nullptr);
}

TEST_CASE("sql request: who asks may ask for less than the limits, never for more") {
  const auto rows = [](const std::string& limit) {
    return *parse_sql_request(R"({"sql":"x","limit":)" + limit + "}").limits.rows;
  };
  const auto ms = [](const std::string& limit) {
    return *parse_sql_request(R"({"sql":"x","timeout_ms":)" + limit + "}").limits.timeout_ms;
  };
  CHECK(rows("7") == 7);
  CHECK(ms("7") == 7);
  for (const char* much : {"1001", "9223372036854775807", "1e30", "null"}) {
    CAPTURE(much);
    CHECK(rows(much) == kRequestRows);
    CHECK(ms(much) == kRequestTimeoutMs);
  }
  CHECK(*parse_sql_request(R"({"sql":"x"})").limits.bytes == kRequestBytes);
}

TEST_CASE("sql request: rows end where their bytes are too many") {
  Store store = open_in_memory();
  SqlLimits limits;
  limits.bytes = 20;
  JsonResults results;
  const SqlRun run =
      run_sql(store, "VALUES (1), ('12345678'), ('1234'), (NULL)", {}, limits, results);
  CHECK(run.truncated);
  CHECK(
      results.take().find(R"("rows":[[1],["12345678"],["1234"]],"row_count":3,"truncated":true)") !=
      std::string::npos);
}

TEST_CASE("sql request: neither a value nor a text of SQL is without end") {
  Store store = open_in_memory();
  const auto error_of = [&](const std::string& sql) {
    JsonResults results;
    return run_sql(store, sql, {}, {}, results).error;
  };
  CHECK(error_of("SELECT length(zeroblob(16000000))").empty());
  CHECK(error_of("SELECT length(zeroblob(17000000))").find("too big") != std::string::npos);
  const std::string blanks(1 << 20, ' ');
  CHECK(error_of("SELECT 1" + blanks.substr(100)).empty());
  CHECK_FALSE(error_of("SELECT 1" + blanks).empty());
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
