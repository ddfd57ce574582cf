// What a command of a model cannot reach though it lies in its folder or comes with this process:
// the database, descriptors, the environment, and time beyond its end.
#include "agent/confined.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "agent/tools/tools.h"
#include "agent/workspace.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "queries/open.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"
#include "tests/unit/until.h"

using namespace dossier;
using namespace dossier::test;

namespace {

// Absent where the kernel confines nothing.
std::optional<CommandRun> run_there(const std::string& command, const std::string& folder) {
  try {
    return run_confined(command, folder, 20'000, {});
  } catch (const Error& error) {
    WARN("SKIPPED: needs kernel support: " << error.what());
    return std::nullopt;
  }
}

// How many processes have this among their arguments: of one that has ended nothing is left there.
size_t running(const std::string& mark) {
  size_t count = 0;
  std::error_code ignored;
  for (const auto& process : std::filesystem::directory_iterator("/proc", ignored)) {
    std::ifstream file(process.path() / "cmdline");
    const std::string arguments(std::istreambuf_iterator<char>(file), {});
    count += arguments.find(mark) != arguments.npos;
  }
  return count;
}

}  // namespace

TEST_CASE("a command does not see the database in its folder") {
  Scratch scratch;
  scratch.write("w/in.txt", "inside\n");
  const std::string folder = scratch / "w", path = scratch / "w/d.db";
  Store store = open_to_write(path);
  const auto size = std::filesystem::file_size(path);
  const auto seen = run_there("cat d.db d.db-wal d.db-shm | wc -c; cat in.txt", folder);
  if (!seen) return;
  CHECK(seen->output == "0\ninside\n");
  for (const std::string command :
       {"rm -f d.db d.db-wal", "mv d.db away", "ln d.db link && cat link | grep -q SQLite",
        "cd .. && cat w/d.db | grep -q SQLite", "umount d.db && cat d.db | grep -q SQLite",
        "nsenter -t $PPID -m cat d.db | grep -q SQLite",
        "cat /proc/$PPID/root/$PWD/d.db | grep -q SQLite"}) {
    INFO(command);
    CHECK_FALSE(run_there(command, folder)->passed);
  }
  // What it writes in the place of the database goes with it.
  CHECK(run_there("echo mine > d.db; cat d.db", folder)->output == "mine\n");
  CHECK(std::filesystem::file_size(path) == size);
  CHECK(scratch.read("w/d.db").starts_with("SQLite format 3"));
  // A database elsewhere hides nothing.
  Scratch other;
  other.write("d.db", "a file of that name\n");
  CHECK(run_there("cat d.db", other.path())->output == "a file of that name\n");
}

TEST_CASE("a command gets no descriptor and no environment of this process") {
  Scratch scratch;
  scratch.write("out.txt", "outside\n");
  std::filesystem::create_directory(scratch / "w");
  const int file = ::open((scratch / "out.txt").c_str(), O_RDONLY);  // as a shell passes it on
  REQUIRE(file >= 0);
  const auto read = run_there("cat <&" + std::to_string(file), scratch / "w");
  if (read) {
    CHECK_FALSE(read->passed);
    CHECK_FALSE(run_there("cat /proc/$PPID/environ", scratch / "w")->passed);
    CHECK_FALSE(run_there("cat /proc/1/environ", scratch / "w")->passed);
  }
  CHECK_FALSE(
      run_command_in("cat <&" + std::to_string(file), scratch / "w", steady_ms() + 20'000, {})
          .passed);
  ::close(file);
}

TEST_CASE("nothing of a command outlives it") {
  Scratch scratch;
  const std::string mark = "1000." + std::to_string(::getpid());
  for (const std::string leave :
       {"", "setsid ", "nohup ",
        "/usr/bin/python3 -c 'import os; os.setpgid(0, 0)' 2>/dev/null; "}) {
    INFO(leave);
    if (!run_there(leave + "sleep " + mark + " >/dev/null 2>&1 & true", scratch.path())) return;
    // Where it is killed with the group, init may need a moment to wait for it.
    CHECK(until([&] { return running(mark) == 0; }));
  }
}

TEST_CASE("a command ends as its shell does, and what it left gets a moment") {
  Scratch scratch;
  const auto ended = [&](const std::string& command) {
    const auto run = run_there(command, scratch.path());
    return run ? run->ended : "";
  };
  if (ended("true").empty()) return;
  CHECK(ended("exit 3") == "exit status 3");
  CHECK(ended("kill -9 $$") == "ended by signal 9");
  CHECK(ended("kill -TERM 0") == "ended by signal 15");
  CHECK(ended("trap 'exit 4' TERM; kill $$") == "exit status 4");
  CHECK(ended("sh -c 'kill -9 $$'; exit $?") == "exit status 137");
  CHECK(run_confined("sleep 600", scratch.path(), 100, {}).ended ==
        "stopped because its time was up");
  CHECK(until([&] {
    return run_there("(while kill -0 $$; do :; done 2>&-; echo late) & echo now", scratch.path())
               ->output == "now\nlate\n";
  }));
}

TEST_CASE("a command sets no limit and no turn of a process outside") {
  Scratch scratch;
  const std::string here = std::to_string(::getpid());
  const auto own = [] {
    rlimit limit{};  // of which Linux makes nothing
    ::getrlimit(RLIMIT_RSS, &limit);
    cpu_set_t cpus;
    ::sched_getaffinity(0, sizeof cpus, &cpus);
    return std::tuple(limit.rlim_cur, ::getpriority(PRIO_PROCESS, 0), ::sched_getscheduler(0),
                      CPU_COUNT(&cpus));
  };
  const auto before = own();
  const auto itself = run_there(
      "prlimit --rss=987654321:987654321 sh -c 'ulimit -m'; nice -n 3 nice", scratch.path());
  if (!itself) return;
  CHECK(itself->output ==
        "964506\n" + std::to_string(std::min(19, ::getpriority(PRIO_PROCESS, 0) + 3)) + "\n");
  for (const std::string& command :
       {"prlimit --rss=987654321: --pid " + here, "renice -n 1 -p " + here,
        "renice -n 1 -u " + std::to_string(::getuid()), "ionice -c 3 -p " + here,
        "ionice -c 3 -u " + std::to_string(::getuid()), "taskset -p 1 " + here,
        "chrt --batch -p 0 " + here,
        std::string("/usr/bin/python3 -c 'import os; os.setpriority(os.PRIO_USER, 0, 1)'")}) {
    INFO(command);
    CHECK_FALSE(run_there(command, scratch.path())->passed);
    CHECK(own() == before);
  }
}

TEST_CASE("nothing of a command stays that is no file") {
  Scratch scratch;
  const std::string python = "/usr/bin/python3 -c 'import ctypes, os; c = ctypes.CDLL(None); ";
  const auto none = [&](const std::string& made) {
    return run_there(python + "print(" + made + ")'", scratch.path());
  };
  const auto memory = none("c.shmget(0x6477, 4096, 0o1600)");
  if (!memory) return;
  CHECK(memory->output == "-1\n");
  CHECK(::shmget(0x6477, 0, 0) == -1);
  for (const std::string made :
       {"c.semget(0x6477, 1, 0o1600)", "c.msgget(0x6477, 0o1600)",
        "c.mq_open(b\"/dossier-6477\", os.O_CREAT | os.O_RDWR, 0o600, None)"}) {
    INFO(made);
    CHECK(none(made)->output == "-1\n");
  }
  CHECK_FALSE(run_there(python + "os.pidfd_open(os.getppid())'", scratch.path())->passed);
}

TEST_CASE("a command that may take for ever may take ten minutes") {
  const Scratch scratch;
  Toolbox tools;
  add_command_tool(tools, scratch.path(), [] { return std::stop_token(); });
  const ToolResult ran = tools.dispatch(
      {{}, "run_command", Json::object({{"command", "true"}, {"timeout", INT64_MAX}})}, nullptr);
  if (ran.ok)
    CHECK(ran.result.text("ended") == "exit status 0");
  else
    WARN("SKIPPED: needs kernel support: " << ran.result.dump());
}

TEST_CASE("no model writes what a person approved, or a database that is not open") {
  Scratch scratch;
  scratch.write("w/sub/other.db", std::string("SQLite format 3\0 and so on", 26));
  const std::string folder = scratch / "w";
  const char* const before = std::getenv("XDG_STATE_HOME");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("XDG_STATE_HOME", (scratch / "w/state").c_str(), 1);
  const auto workspace = disk_workspace(folder);
  const auto refusal_of_edit = [&](const char* path) {
    return failure_of([&] { edit_file(*workspace, path, "text"); });
  };
  CHECK(refusal_of_edit("state/dossier/mcp/1234") ==
        "denied: the folder holds what a person approved");
  CHECK(refusal_of_edit("sub/other.db") ==
        "denied: the file is a database, which is not edited as text");
  CHECK(refusal_of_edit("state/other").empty());
  CHECK(code_of([&] { run_confined("true", folder, 1000, {}); }) == "denied");
  ::setenv("XDG_STATE_HOME", kept.c_str(), 1);  // "" counts as none
}
