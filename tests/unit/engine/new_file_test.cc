#include "engine/new_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using test::code_of;
namespace fs = std::filesystem;

namespace {

struct Folder : test::Scratch {
  std::string file() const { return *this / "copy.db"; }
  std::string made() const { return file() + "-dossier-new"; }
  std::string text() const { return read("copy.db"); }
};

void fill(const NewFile& file, std::string_view text) {
  REQUIRE(::write(file.fd(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

}  // namespace

TEST_CASE("a file appears when it is complete, and replaces another only if asked") {
  const Folder folder;
  {
    NewFile file(folder.file());
    fill(file, "whole");
    CHECK(!fs::exists(folder.file()));
    CHECK(code_of([&] { NewFile another(folder.file()); }) == "conflict");
    file.place();
  }
  CHECK(folder.text() == "whole");
  struct stat status {};
  REQUIRE(::stat(folder.file().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  {
    NewFile file(folder.file());
    fill(file, "other");
    CHECK(code_of([&] { file.place(); }) == "conflict");
  }
  CHECK(folder.text() == "whole");
  {
    NewFile file(folder.file());
    fill(file, "other");
    file.replace();
  }
  CHECK(folder.text() == "other");
  CHECK(!fs::exists(folder.made()));
}

TEST_CASE("a new file replaces what a killed program left, not a live one's") {
  const Folder folder;
  std::ofstream(folder.made()) << "half";
  {
    NewFile file(folder.file());
    fill(file, "w");
    file.place();
  }
  CHECK(folder.text() == "w");

  std::ofstream(folder.made()) << "half";
  const int live = ::open(folder.made().c_str(), O_RDONLY);
  REQUIRE(::flock(live, LOCK_EX) == 0);
  CHECK(code_of([&] { NewFile file(folder.file()); }) == "conflict");
  CHECK(fs::exists(folder.made()));
  ::close(live);

  fs::remove(folder.made());
  fs::create_symlink(folder.file(), folder.made());
  CHECK(code_of([&] { NewFile file(folder.file()); }) == "io");
  CHECK(folder.text() == "w");
}

TEST_CASE("a new file in a folder that is not there is an error") {
  const Folder folder;
  CHECK(code_of([&] { NewFile file(folder.file() + ".none/x"); }) == "io");
}
