// A folder that is watched lists what a walk does, and reads again only what was told.
#include "engine/readers/snapshot/watched_folder.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

#include "engine/error.h"
#include "engine/reserved.h"
#include "tests/unit/engine/trees.h"

namespace dossier::snapshot {
namespace {

class Random {
 public:
  explicit Random(uint64_t seed) : draw_(seed) {}
  size_t below(size_t most) { return draw_() % most; }

 private:
  std::mt19937_64 draw_;
};

std::vector<std::string> lines_of(const Listing& listing) {
  std::vector<std::string> lines;
  for (const Listed& file : listing.files)
    lines.push_back(file.path + " " + std::to_string(file.size) + " " +
                    std::to_string(file.mtime_ns));
  lines.push_back(std::to_string(listing.links) + " links");
  lines.push_back(std::to_string(listing.specials) + " specials");
  auto unreadable = listing.unreadable;
  std::sort(unreadable.begin(), unreadable.end());
  lines.insert(lines.end(), unreadable.begin(), unreadable.end());
  return lines;
}

void age(const fs::path& file) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

// A watched folder, held against a walk.
struct Watched {
  explicit Watched(const fs::path& path, bool is_all = false)
      : root(path), all(is_all), folder(path, is_all) {}

  /// Whether anything that was told matters; the listing is that of a walk.
  bool check() {
    const bool matters = folder.take();
    CHECK(lines_of(folder.list()) == lines_of(walk(root, all)));
    return matters;
  }

  fs::path root;
  bool all;
  WatchedFolder folder;
};

// Draws changes of a tree of a few names, so that they meet.
class Changes {
 public:
  /// Of what is in `root`, of which `watched` is a part.
  Changes(const fs::path& root, const fs::path& watched, uint64_t seed)
      : root_(root), watched_(watched), random_(seed) {}

  void make() {
    std::error_code none;  // most changes find something in their way now and then
    const fs::path one = draw_folder() / draw_name(), other = draw_folder() / draw_name();
    switch (random_.below(17)) {
      case 0:
      case 1:
      case 2:
      case 3:
        write(one, std::string(random_.below(5), 'x') + "\n");
        break;
      case 4:
        fs::create_directories(one, none);
        break;
      case 5:
        fs::create_directories(one / draw_name() / draw_name(), none);
        write(one / draw_name() / draw_name(), "deep\n");
        break;
      case 6:
      case 7:
        if (one != other) fs::rename(one, other, none);
        break;
      case 8:
        ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE);
        break;
      case 9:
        fs::remove_all(one, none);
        break;
      case 10:
        fs::remove(one, none);
        break;
      case 11: {
        const char* const rules[] = {"*.c\n", "a/\n", "!b.c\n*.log\n", "", "/d/*\n", "!.h\n"};
        write(draw_folder() / (random_.below(3) == 0 ? ".ignore" : ".gitignore"),
              rules[random_.below(6)]);
        break;
      }
      case 12:
        fs::remove(draw_folder() / ".gitignore", none);
        break;
      case 13:
        fs::create_symlink(other.filename(), one, none);
        break;
      case 14:
        ::chmod(one.c_str(), random_.below(2) == 0 ? 0700 : 0755);
        break;
      case 15:
        // Nobody is told of a name outside.
        if (is_inside(one) && is_inside(other)) fs::create_hard_link(one, other, none);
        break;
      default:
        ::mkfifo(one.c_str(), 0600);
    }
  }

 private:
  void write(const fs::path& path, const std::string& text) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return;
    std::ofstream(path, std::ios::binary) << text;
  }
  bool is_inside(const fs::path& path) const {
    const std::string relative = path.lexically_relative(watched_).string();
    return !relative.starts_with("..") && relative.find(".git") == relative.npos;
  }
  std::string draw_name() {
    const char* const names[] = {"a", "b", "b.c", "d", ".h", "x.log", "c.c", ".git"};
    return names[random_.below(8)];
  }
  fs::path draw_folder() {
    fs::path folder = root_;
    for (size_t depth = random_.below(4); depth > 0; --depth) folder /= draw_name();
    return folder;
  }

  fs::path root_, watched_;
  Random random_;
};

}  // namespace

TEST_CASE("a watched folder lists what a walk does, whatever changes in it") {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const test::Scratch scratch;
    const fs::path root = scratch.path() / "top/root";
    fs::create_directories(root);
    Changes changes(seed % 3 == 0 ? scratch.path() / "top" : root, root, seed);
    Random random(seed);
    for (int i = 0; i < 30; ++i) changes.make();
    fs::create_directories(root);
    Watched watched(root, seed % 4 == 0);
    for (int round = 0; round < 40 && !watched.folder.is_gone(); ++round) {
      CAPTURE(round);
      for (size_t i = random.below(6); i > 0; --i) changes.make();
      if (random.below(2) == 0) watched.folder.take();
      // What changes while the folder is listed is told then, and listed after it.
      if (random.below(3) == 0) {
        try {
          watched.folder.list([&] { changes.make(); });
        } catch (const Error& moved) {
          REQUIRE(moved.code() == ErrorCode::not_found);
        }
      }
      watched.folder.take();
      if (watched.folder.is_gone() || !fs::is_directory(root)) break;
      watched.check();
    }
  }
}

TEST_CASE("only the folders of which something was told are read again") {
  const test::Scratch scratch;
  for (const char* name : {"a/1.c", "a/in/2.c", "b/3.c", "b/in/4.c", "left/out/5.c"})
    scratch.write(name, "text\n");
  scratch.write(".gitignore", "left\n");
  age(scratch.path() / ".gitignore");
  Watched watched(scratch.path());
  // The ignore file's inode was changed just now, so the first listings are whole.
  CHECK_FALSE(watched.check());
  const test::Scratch plain;
  for (const char* name : {"a/1.c", "a/in/2.c", "b/3.c", "b/in/4.c", "left/out/5.c"})
    plain.write(name, "text\n");
  Watched all(plain.path(), true);
  CHECK_FALSE(all.check());
  CHECK(all.folder.folders_read() == 7);
  CHECK_FALSE(all.check());
  CHECK(all.folder.folders_read() == 0);
  plain.write("a/in/2.c", "other text\n");
  CHECK(all.check());
  CHECK(all.folder.folders_read() == 1);
  fs::rename(plain.path() / "a", plain.path() / "b/a");
  CHECK(all.check());
  CHECK(all.folder.folders_read() == 4);  // the root, b, b/a and b/a/in
  plain.write("b/a/in/6.c", "in a folder that moved\n");
  CHECK(all.check());
  CHECK(all.folder.folders_read() == 1);
  fs::remove_all(plain.path() / "b");
  CHECK(all.check());
  CHECK(all.folder.folders_read() == 1);
  all.folder.look_everywhere();
  CHECK_FALSE(all.check());
  CHECK(all.folder.folders_read() == 3);
}

TEST_CASE("folders that take each other's place, and one that goes before that is told") {
  const test::Scratch scratch;
  for (const char* name : {"a/1.c", "a/in/2.c", "b/3.c", "b/in/4.c"}) scratch.write(name, "text\n");
  Watched watched(scratch.path());
  watched.check();
  REQUIRE(::renameat2(AT_FDCWD, (scratch / "a").c_str(), AT_FDCWD, (scratch / "b").c_str(),
                      RENAME_EXCHANGE) == 0);
  CHECK(watched.check());
  scratch.write("a/in/4.c", "other text\n");
  CHECK(watched.check());
  scratch.write("5.c", "text\n");
  CHECK(watched.folder.take());
  fs::remove_all(scratch.path() / "b");
  CHECK(lines_of(watched.folder.list()) == lines_of(walk(scratch.path(), false)));
  CHECK(watched.check());
  scratch.write("a/in/6.c", "text\n");
  CHECK(watched.folder.take());
  fs::remove_all(scratch.path() / "a");
  CHECK(lines_of(watched.folder.list()) == lines_of(walk(scratch.path(), false)));
  CHECK(watched.check());
}

TEST_CASE("what changes in a folder that is left out does not matter") {
  const test::Scratch scratch;
  scratch.write(".gitignore", "build\n");
  scratch.write("build/deep/1.o", "text\n");
  scratch.write(".hidden/2.c", "text\n");
  scratch.write("3.c", "text\n");
  Watched watched(scratch.path());
  watched.check();
  scratch.write("build/deep/1.o", "other text\n");
  scratch.write("build/deep/new/1.o", "text\n");
  scratch.write(".hidden/4.c", "text\n");
  fs::create_directories(scratch.path() / ".git/info");
  CHECK_FALSE(watched.check());
  // Until it is no longer left out.
  scratch.write(".gitignore", "\n");
  CHECK(watched.check());
  scratch.write("build/deep/new/1.o", "other text\n");
  CHECK(watched.check());
}

TEST_CASE("rules that nobody tells of are looked at each time") {
  const test::Scratch scratch;
  for (const char* name : {"top/root/a.c", "top/root/b.log", "top/root/in/c.c", "rules"})
    scratch.write(name, "text\n");
  const fs::path root = scratch.path() / "top/root";
  Watched watched(root);
  const auto files = [&] {
    watched.check();
    return watched.folder.list().files.size();
  };
  CHECK(files() == 3);
  SECTION("of the repository") {
    fs::create_directories(root / ".git");
    CHECK(files() == 3);
    scratch.write("top/root/.git/info/exclude", "*.log\n");
    CHECK(files() == 2);
    scratch.write("top/root/.git/info/exclude", "*.cc\n");
    CHECK(files() == 3);
    fs::remove_all(root / ".git");
    scratch.write("top/root/.gitignore", "*.log\n");
    CHECK(files() == 2);
  }
  SECTION("above the folder") {
    scratch.write("top/.gitignore", "*.log\n");
    CHECK(files() == 3);  // no repository holds it
    fs::create_directories(scratch.path() / "top/.git");
    CHECK(files() == 2);
    scratch.write("top/.gitignore", "*.c\n");
    CHECK(files() == 1);
    fs::remove(scratch.path() / "top/.gitignore");
    CHECK(files() == 3);
    fs::create_directories(root / ".git");
    scratch.write("top/.gitignore", "*.log\n");
    CHECK(files() == 3);
  }
  SECTION("written again within a tick of the clock") {
    for (int i = 0; i < 50; ++i) {
      scratch.write("top/root/.gitignore", i % 2 == 0 ? "*.txt\n" : "*.log\n");
      CHECK(files() == (i % 2 == 0 ? 3 : 2));
    }
  }
  SECTION("behind a link") {
    fs::create_symlink("../../rules", root / ".gitignore");  // not followed
    fs::create_directories(root / ".git/info");
    fs::create_symlink("../../../../rules", root / ".git/info/exclude");
    CHECK(files() == 3);
    scratch.write("rules", "*.log\n");
    CHECK(files() == 2);
    fs::remove(root / ".git/info/exclude");
    CHECK(files() == 3);
  }
}

TEST_CASE("a file with another name is looked at each time") {
  const test::Scratch scratch;
  for (const char* name : {"root/a/1.c", "root/b/2.c", "root/b/3.c", "root/c/4.c"})
    scratch.write(name, "text\n");
  Watched inside(scratch.path() / "root");
  inside.check();
  fs::create_hard_link(scratch.path() / "root/a/1.c", scratch.path() / "root/b/1.c");
  CHECK(inside.check());
  CHECK(inside.folder.folders_read() == 5);  // one of b, then all
  scratch.write("root/b/1.c", "other text\n");
  CHECK(inside.check());
  CHECK(inside.folder.folders_read() == 2);
  scratch.write("out/1.c", "text\n");
  scratch.write("root/in/2.c", "text\n");
  fs::create_hard_link(scratch.path() / "out/1.c", scratch.path() / "root/in/1.c");
  Watched watched(scratch.path() / "root");
  watched.check();
  scratch.write("out/1.c", "other text\n");
  CHECK_FALSE(watched.check());
  CHECK(watched.folder.folders_read() == 3);  // a, b and in
}

TEST_CASE("the database in a watched folder does not matter, and is no part of it") {
  const test::Scratch scratch;
  scratch.write("in/a.c", "text\n");
  const Reservation open((scratch.path() / "in/d.db").string());
  Watched watched(scratch.path());
  watched.check();
  for (const char* name : {"in/d.db", "in/d.db-wal", "in/d.db-shm"}) scratch.write(name, "x");
  CHECK_FALSE(watched.check());
  scratch.write("in/d.db2", "x");
  CHECK(watched.check());
}

TEST_CASE("more events than the system keeps are made up for") {
  const test::Scratch scratch;
  scratch.write("in/a.c", "text\n");
  Watched watched(scratch.path());
  watched.check();
  std::ifstream most_events("/proc/sys/fs/inotify/max_queued_events");
  int most = 0;
  REQUIRE(most_events >> most);
  REQUIRE(most <= 1 << 20);
  const std::string one = scratch / "in/a.c", other = scratch / "in/b.c";
  for (int i = 0; i <= most / 2; ++i) {
    REQUIRE(std::rename(one.c_str(), other.c_str()) == 0);
    REQUIRE(std::rename(other.c_str(), one.c_str()) == 0);
  }
  scratch.write("in/new/deep/c.c", "text\n");  // of which nothing is told any more
  CHECK(watched.check());
  scratch.write("in/new/deep/c.c", "other text\n");
  CHECK(watched.check());
}

TEST_CASE("a folder that is mounted over is found") {
  const test::Scratch scratch;
  scratch.write("root/in/a.c", "text\n");
  scratch.write("root/in/deep/b.c", "text\n");
  scratch.write("other/c.c", "text\n");
  constexpr int kMayNot = 77;
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
      ::_exit(kMayNot);
    ::mount("none", "/", "none", MS_REC | MS_PRIVATE, nullptr);
    const fs::path root = scratch.path() / "root";
    WatchedFolder folder(root, true);
    const auto is_right = [&](size_t files) {
      folder.take();
      const auto listed = lines_of(folder.list());
      return listed == lines_of(walk(root, true)) && listed.size() == files + 2;
    };
    if (!is_right(2)) ::_exit(1);
    if (::mount((scratch / "other").c_str(), (scratch / "root/in").c_str(), "none", MS_BIND,
                nullptr) != 0)
      ::_exit(kMayNot);
    if (!is_right(1)) ::_exit(2);
    scratch.write("other/d.c", "text\n");  // what is in the mount is told, too
    if (!is_right(2)) ::_exit(3);
    ::umount((scratch / "root/in").c_str());
    ::_exit(is_right(2) ? 0 : 4);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kMayNot)
    WARN("nothing may be mounted here");
  else
    CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a watched folder that goes") {
  const test::Scratch scratch;
  fs::create_directories(scratch.path() / "root/in");
  fs::create_directories(scratch.path() / "other");
  scratch.write("other/a.c", "text\n");
  SECTION("for good") {
    WatchedFolder folder(scratch.path() / "root", false);
    folder.list();
    fs::remove_all(scratch.path() / "root");
    CHECK(folder.take());
    CHECK(folder.is_gone());
    CHECK_THROWS_AS(folder.list(), Error);
  }
  SECTION("to another place") {
    WatchedFolder folder(scratch.path() / "root", false);
    folder.list();
    fs::rename(scratch.path() / "root", scratch.path() / "elsewhere");
    CHECK(folder.take());
    CHECK(folder.is_gone());
  }
  SECTION("where its name is a link that leads elsewhere now") {
    fs::create_directory_symlink("root", scratch.path() / "link");
    WatchedFolder folder(scratch.path() / "link", false);
    CHECK(folder.list().files.empty());
    fs::remove(scratch.path() / "link");
    fs::create_directory_symlink("other", scratch.path() / "link");
    CHECK(folder.list().files.size() == 1);
    CHECK_FALSE(folder.is_gone());
  }
  CHECK_THROWS_AS(WatchedFolder(scratch.path() / "none", false), Error);
  CHECK_THROWS_AS(WatchedFolder(scratch.path() / "other/a.c", false), Error);
}

}  // namespace dossier::snapshot
