#include "engine/person_state.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/unit/state_home.h"

using namespace dossier;
using test::StateHome;
namespace fs = std::filesystem;

namespace {

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

}  // namespace

TEST_CASE("a record of the person's state is kept by kind and key", "[state]") {
  const StateHome home;
  CHECK_FALSE(read_state("databases", "1:2"));
  REQUIRE(write_state("databases", "1:2", "first").empty());
  REQUIRE(write_state("databases", "1:2", "second").empty());
  REQUIRE(write_state("logs", "1:2", "another").empty());
  CHECK(read_state("databases", "1:2") == "second");
  CHECK(read_state("logs", "1:2") == "another");
  CHECK(remove_state("databases", "1:2"));
  CHECK_FALSE(remove_state("databases", "1:2"));
  CHECK_FALSE(read_state("databases", "1:2"));
}

TEST_CASE("the person's state is readable by nobody else", "[state]") {
  const StateHome home;
  fs::create_directory(home / "dossier");
  fs::permissions(home / "dossier", fs::perms::all);
  REQUIRE(write_state("databases", "../../escape", "text").empty());
  CHECK(mode_of(home / "dossier") == 0700);
  CHECK(mode_of(home / "dossier/databases") == 0700);
  for (const auto& entry : fs::directory_iterator(home / "dossier/databases"))
    CHECK(mode_of(entry.path()) == 0600);
  CHECK(std::distance(fs::directory_iterator(home.path()), {}) == 1);
}

TEST_CASE("without a place for it nothing of the person's state is kept, and the reason is said",
          "[state]") {
  const StateHome home;
  const auto check = [&](const std::string& why, bool is_seen_before) {
    const std::string told = "nothing can be remembered: " + (home / "dossier") + why;
    CHECK(why_no_state() == (is_seen_before ? told : ""));
    CHECK(write_state("databases", "1:2", "text") == told);
    CHECK_FALSE(read_state("databases", "1:2"));
  };
  home.write("dossier", "a file where the folder should be");
  check(": is not a folder", true);
  CHECK(state_folder().empty());
  fs::remove(home / "dossier");
  fs::create_symlink("nowhere", home / "dossier");
  check(": is a link that leads nowhere", true);
  fs::remove(home / "dossier");
  fs::create_directory(home / "dossier");
  home.write("dossier/databases", "a file where a folder of records should be");
  check("/databases: is not a folder", false);
  fs::remove(home / "dossier/databases");
  CHECK(write_state("databases", "1:2", "text").empty());
}

TEST_CASE("a folder above that is none is named", "[state]") {
  const StateHome home;
  home.write("file", "");
  ::setenv("XDG_STATE_HOME", (home / "file/state").c_str(), 1);
  const std::string told = "nothing can be remembered: " + (home / "file") + ": is not a folder";
  CHECK(why_no_state() == told);
  CHECK(write_state("databases", "1:2", "text") == told);
}
