// A database on a read-only medium, or in a folder of somebody else's, is read as it is.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/statement.h"
#include "tests/unit/scratch.h"

namespace dossier {
namespace {

/// What the database holds, read by somebody who may not write: 0 = nothing could be read.
int read_by_another(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(99);
    try {
      Database database = Database::open(path, OpenMode::read);
      Statement row(database, "SELECT value FROM held");
      ::_exit(row.step() ? static_cast<int>(row.integer(0)) : 98);
    } catch (const Error&) {
      ::_exit(0);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a new database is for its owner alone, whatever the umask") {
  const test::Scratch scratch;
  const mode_t before = ::umask(0);
  Database::open(scratch / "d.db", OpenMode::create);
  ::umask(before);
  struct stat status {};
  REQUIRE(::stat((scratch / "d.db").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("a database in a read-only folder can be read") {
  const test::Scratch scratch;
  const std::string folder = scratch.path();
  const std::string path = folder + "/100% of what? #1.db";
  Database::open(path, OpenMode::create).execute("CREATE TABLE held(value)");
  Database::open(path, OpenMode::write).execute("INSERT INTO held VALUES (7)");
  ::chmod(path.c_str(), 0444);
  ::chmod(folder.c_str(), 0555);
  CHECK(read_by_another(path) == 7);

  // A log that was left may hold more than the file: that is not passed over.
  ::chmod(folder.c_str(), 0755);
  const int log = ::open((path + "-wal").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
  REQUIRE(::write(log, "log", 3) == 3);
  ::close(log);
  ::chmod(folder.c_str(), 0555);
  CHECK(read_by_another(path) == 0);

  ::chmod(folder.c_str(), 0755);
}

}  // namespace dossier
