// What a command of a model cannot reach though it lies in its folder or comes with this process:
// the database, descriptors, the environment, and time beyond its end.
#include "agent/confined.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/clock.h"
#include "engine/error.h"
#include "queries/open.h"
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
    WARN("SKIPPED: " << error.what());
    return std::nullopt;
  }
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
  for (const std::string leave :
       {"", "setsid ", "nohup ",
        "/usr/bin/python3 -c 'import os; os.setpgid(0, 0)' 2>/dev/null; "}) {
    INFO(leave);
    const auto left = run_there(leave + "sleep 1000 >/dev/null 2>&1 & echo $!", scratch.path());
    if (!left) return;
    const auto pid = static_cast<pid_t>(std::stol(left->output));
    // It is killed with the group; init may need a moment to wait for it.
    CHECK(until([&] { return ::kill(pid, 0) != 0; }));
  }
}
