// Which files a walk leaves out: .gitignore and its likes.
#include "engine/readers/snapshot/ignore.h"

#include "engine/error.h"
#include "engine/readers/snapshot/walk.h"
#include "engine/reserved.h"
#include "tests/unit/engine/trees.h"

namespace dossier::snapshot {

TEST_CASE("gitignore's globs") {
  struct Row {
    const char* glob;
    const char* text;
    bool matches;
  };
  const Row rows[] = {
      {"*.o", "a.o", true},       {"*.o", "a/b.o", false},
      {"a?c", "abc", true},       {"a?c", "a/c", false},
      {"**/x", "x", true},        {"**/x", "a/b/x", true},
      {"a/**", "a/b/c", true},    {"a/**", "a/", false},
      {"a/**/b", "a/b", true},    {"a/**/b", "a/x/y/b", true},
      {"[a-c]1", "b1", true},     {"[!a-c]1", "b1", false},
      {"[]]", "]", true},         {"\\*", "*", true},
      {"\\*", "x", false},        {"[", "[", true},
      {"a*b*c", "axxbyyc", true}, {"a*b*c", "axxbyy", false},
      {"**", "any/thing", true},  {"[^x]", "y", true},
      {"[/]", "/", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.glob, row.text);
    CHECK(glob_matches(row.glob, row.text) == row.matches);
  }
  // Many stars end, rather than take exponential time.
  CHECK_FALSE(glob_matches("*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(200, 'a')));
}

TEST_CASE("as many folders as a glob leaves open take no more of the stack") {
  std::string folders;
  for (int i = 0; i < 300'000; ++i) folders += "**/";
  CHECK(glob_matches(folders + "x", "a/b/x"));
  CHECK_FALSE(glob_matches(folders + "x", "a/b/y"));
  CHECK(glob_matches("a/" + folders + "x", "a/x"));
}

TEST_CASE("a walk leaves out what is ignored, hidden or a link") {
  Folder folder;
  fs::create_directories(folder.path() / ".git/info");
  folder.write(".git/info/exclude", "excluded.txt\n");
  folder.write(".gitignore", "*.log\n!keep.log\n/build/\nsub/only\n# comment\n\\#odd\n!.shown\n");
  folder.write(".ignore", "!wanted.log\n");
  for (const char* name :
       {"a.txt", "x.log", "keep.log", "wanted.log", "build/out.txt", "sub/build/in.txt", "sub/only",
        "other/only", "#odd", ".hidden", ".shown", "excluded.txt", ".config/x.txt",
        "sub/deep/y.log", "sub/deep/z.txt"}) {
    folder.write(name, "text\n");
  }
  folder.write("sub/deep/.gitignore", "!y.log\nz.*\n");
  fs::create_symlink("a.txt", folder.path() / "link.txt");
  fs::create_directory_symlink("/", folder.path() / "rootlink");
  const auto paths = [&](const fs::path& root, bool all) {
    std::vector<std::string> result;
    for (const auto& file : walk(root, all).files) result.push_back(file.path);
    return result;
  };
  CHECK(paths(folder.path(), false) == std::vector<std::string>{".shown", "a.txt", "keep.log",
                                                                "other/only", "sub/build/in.txt",
                                                                "sub/deep/y.log", "wanted.log"});
  CHECK(walk(folder.path(), false).links == 2);
  CHECK(paths(folder.path(), true).size() == 18);
  // The ignore files above a part of the work tree hold there too.
  CHECK(paths(folder.path() / "sub", false) ==
        std::vector<std::string>{"build/in.txt", "deep/y.log"});
  // A database that is open, and what SQLite keeps beside it, is no part of the tree.
  fs::create_directory(folder.path() / "data");
  fs::create_directory_symlink("data", folder.path() / "same");
  for (const char* name :
       {"d.db", "d.db-wal", "d.db-shm", "d.db-journal", "d.db-dossier-import", "d.db2"})
    folder.write(std::string("data/") + name, "x");
  fs::create_hard_link(folder.path() / "data/d.db-shm", folder.path() / "data/link");
  const Reservation open((folder.path() / "same/d.db").string());
  std::vector<std::string> beside;
  for (const auto& file : walk(folder.path() / "data", false).files) beside.push_back(file.path);
  CHECK(beside == std::vector<std::string>{"d.db2"});
  CHECK_THROWS_AS(walk(folder.path() / "none", false), Error);
  CHECK_THROWS_AS(walk(folder.path() / "a.txt", false), Error);
}

TEST_CASE("an ignore file whose patterns take too long is named once") {
  Folder folder;
  std::string patterns;
  for (int i = 0; i < 1000; ++i) patterns += "*a*a*a*a*a*a*a*a*a*a*b\n";
  folder.write("in/.gitignore", patterns + "plain.txt\n");
  for (const char* last : {"x", "y", "z"}) folder.write("in/" + std::string(200, 'a') + last, "");
  folder.write("in/plain.txt", "");
  const auto read = directory(folder.path());
  CHECK(read.order.size() == 3);
  CHECK(
      read.summary.unreadable ==
      std::vector<std::string>{"in/.gitignore: its patterns take too many steps over some paths"});
}

TEST_CASE("patterns that take too long have no verdict") {
  std::string patterns;
  for (int i = 0; i < 20000; ++i) patterns += "*a*a*a*a*a*a*a*a*a*a*b\n";
  const IgnoreFile file(patterns + "plain.txt\n");
  const std::string path(200, 'a');
  // Each alone takes a millisecond, all of them many seconds for each of the paths.
  for (int i = 0; i < 100; ++i) CHECK(file.of(path, false) == IgnoreFile::Verdict::overrun);
  CHECK(file.of("plain.txt", false) == IgnoreFile::Verdict::ignore);
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "*.ending" + std::to_string(i) + "\n";
  CHECK(IgnoreFile("first.txt\n" + many).of("first.txt", false) == IgnoreFile::Verdict::ignore);
}

TEST_CASE("lines of an ignore file end in LF or CRLF") {
  for (const std::string end : {"\n", "\r\n"}) {
    const IgnoreFile file("*.log" + end + "!keep.log" + end + end + "# no" + end + "build/" + end +
                          "kept\\ " + end + "trailing  " + end + "last.txt");
    const auto verdict_of = [&](std::string_view path, bool folder = false) {
      return file.of(path, folder);
    };
    CHECK(verdict_of("a.log") == IgnoreFile::Verdict::ignore);
    CHECK(verdict_of("keep.log") == IgnoreFile::Verdict::keep);
    CHECK(verdict_of("build", true) == IgnoreFile::Verdict::ignore);
    CHECK(verdict_of("build", false) == IgnoreFile::Verdict::none);
    CHECK(verdict_of("kept ") == IgnoreFile::Verdict::ignore);
    CHECK(verdict_of("trailing") == IgnoreFile::Verdict::ignore);
    CHECK(verdict_of("last.txt") == IgnoreFile::Verdict::ignore);
    CHECK(verdict_of("no") == IgnoreFile::Verdict::none);
    CHECK(verdict_of("\r") == IgnoreFile::Verdict::none);
  }
}

}  // namespace dossier::snapshot
