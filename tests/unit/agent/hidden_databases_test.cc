// A database is out of a command's sight whatever mounts, folders and names lead to it: each layout
// is made in a mount namespace of the test's own, and the command tries to read the database, to
// move its folder and to leave a journal for it. With the privileges of a mount namespace and
// without any, where the command is given a user namespace.
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>

#include "agent/confined.h"
#include "engine/error.h"
#include "queries/open.h"
#include "store/origin.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

namespace {

constexpr uid_t kNobody = 65534;

// Of root's rights none is left; the kernel's files of this process are its own again.
void become_nobody() {
  if (::geteuid() == 0 &&
      (::setresgid(kNobody, kNobody, kNobody) != 0 || ::setresuid(kNobody, kNobody, kNobody) != 0))
    throw Error(ErrorCode::internal, "setresuid");
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

bool write_file(const char* path, const std::string& text) {
  std::ofstream file(path);
  return static_cast<bool>(file << text << std::flush);
}

bool map_to(const std::string& inside, const std::string& user, const std::string& group) {
  return write_file("/proc/self/setgroups", "deny") &&
         write_file("/proc/self/uid_map", inside + " " + user + " 1\n") &&
         write_file("/proc/self/gid_map", inside + " " + group + " 1\n");
}

// Root's, which mount(8) asks for, of this namespace.
bool enter_mount_namespace() {
  if (::unshare(CLONE_NEWNS) != 0) {
    const std::string user = std::to_string(::geteuid()), group = std::to_string(::getegid());
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 || !map_to("0", user, group)) return false;
  }
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

// Somebody who owns the files and has no rights over the mounts.
void give_up_mounting() {
  if (::unshare(CLONE_NEWUSER) != 0 || !map_to("1000", "0", "0"))
    throw Error(ErrorCode::internal, "unshare");
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  ::syscall(SYS_capset, &head, none);
}

// What `part` says in a process with a mount namespace of its own; absent where there is none.
std::optional<std::string> in_mount_namespace(bool is_unprivileged,
                                              const std::function<std::string()>& part) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::string said = "no namespace";
    try {
      if (is_unprivileged) become_nobody();
      if (enter_mount_namespace()) said = "said " + part();
    } catch (const std::exception& error) {
      said = std::string("said refused: ") + error.what();
    }
    static_cast<void>(!::write(ends[1], said.data(), said.size()));
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string said(65536, '\0');
  size_t size = 0;
  for (ssize_t got = 1; got > 0; size += static_cast<size_t>(got > 0 ? got : 0))
    got = ::read(ends[0], said.data() + size, said.size() - size);
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  said.resize(size);
  if (said.starts_with("said ")) return said.substr(5);
  WARN("SKIPPED: needs kernel support of mount namespaces");
  return std::nullopt;
}

struct Layout {
  const char* name;
  const char* before;                // a command of the shell in the scratch folder, that makes w
  const char* database;              // in the scratch folder
  const char* mounts;                // a command of the shell once the database is open
  std::vector<std::string> attacks;  // in the folder w; $1 is the scratch folder
  const char* refusal = nullptr;     // of every command
};

const Layout kLayouts[] = {
    {"in the folder",
     "mkdir w",
     "w/d.db",
     "true",
     {"cat d.db", "cat d.db-wal", "echo evil > d.db-journal", "rm -f d.db d.db-*",
      "mv d.db-wal away", "cat /proc/self/root/$1/w/d.db", "cat /proc/$PPID/root/$1/w/d.db",
      "cat /proc/$PPID/cwd/w/d.db", "unshare -Urm sh -c 'umount d.db; cat d.db'",
      "unshare -Urm sh -c 'mount --bind . /mnt; cat /mnt/d.db'"}},
    {"in the folder, which a link names",
     "mkdir real; ln -s real w",
     "w/d.db",
     "true",
     {"cat d.db", "cat $1/real/d.db"}},
    {"in the folder, which is mounted twice",
     "mkdir w other",
     "w/d.db",
     "mkdir w/again; mount --bind w w/again; mount --bind w other",
     {"cat again/d.db", "cat $1/other/d.db", "cat again/d.db-wal", "echo evil > again/d.db-journal",
      "rm again/d.db"}},
    {"in a subfolder",
     "mkdir -p w/a/b",
     "w/a/b/d.db",
     "true",
     {"cat a/b/d.db", "mv a away; mkdir -p a/b; echo evil > a/b/d.db-journal",
      "mv a/b a/away; mkdir a/b; echo evil > a/b/d.db-journal"}},
    {"in a subfolder that is mounted elsewhere in the folder",
     "mkdir -p w/a/b w/m",
     "w/a/b/d.db",
     "mount --bind w/a w/m",
     {"cat m/b/d.db", "mv m/b m/c; mkdir m/b; echo evil > m/b/d.db-journal"}},
    {"in a folder with another name in its file system",
     "mkdir t w; mount -t tmpfs tmpfs t; mkdir -p t/x/sub; mount --bind t/x w",
     "w/sub/d.db",
     "true",
     {"cat $1/t/x/sub/d.db", "echo evil > $1/t/x/sub/d.db-journal"}},
    {"a file that is mounted under another name",
     "mkdir w",
     "w/d.db",
     "touch w/x; mount --bind w/d.db w/x",
     {"cat x"}},
    {"above the folder, which shows it through a mount",
     "mkdir w",
     "d.db",
     "mkdir w/up; mount --rbind . w/up",
     {"cat up/d.db", "echo evil > up/d.db-journal", "mv up/w up/w2; mkdir up/w; cat up/d.db"}},
    {"above the folder, where commands may read",
     "mount -t tmpfs tmpfs /opt; mkdir -p /opt/p/w; mkdir p; mount --bind /opt/p p; ln -s /opt/p/w "
     "w",
     "p/d.db",
     "true",
     {"cat ../d.db", "cat /opt/p/d.db"}},
    {"in the lower folder of an overlay",
     "mkdir lower w",
     "lower/d.db",
     "mkdir w/o; mount -t overlay overlay -o lowerdir=lower:w w/o",
     {"cat o/d.db", "cat o/d.db-wal"}},
    {"in an overlay whose folders are in the folder",
     "mkdir w; mount -t tmpfs tmpfs w; cd w; mkdir up work low m; mount -t overlay overlay -o "
     "lowerdir=$PWD/low,upperdir=$PWD/up,workdir=$PWD/work m",
     "w/m/d.db",
     "true",
     {"cat up/d.db", "cat m/d.db", "echo evil > m/d.db-journal", "echo evil > up/d.db-journal"}},
    {"in an overlay that does not say where its folders are",
     "mkdir w; mount -t tmpfs tmpfs w; cd w; mkdir up work low m; mount -t overlay overlay -o "
     "lowerdir=low,upperdir=up,workdir=work m",
     "w/m/d.db",
     "true",
     {"cat up/d.db"},
     "in a folder of the overlay"},
};

// The same layouts, of a database that is open and of one that the person's state records.
enum class Use { open, recorded };

// What an attack got, one line for each that got something.
std::string attack(const Layout& layout, const Scratch& scratch) {
  const std::string database = scratch / layout.database;
  std::string got;
  for (const std::string& command : layout.attacks) {
    const CommandRun run = run_confined("set -- " + scratch.path().string() + "; " + command,
                                        scratch / "w", 20'000, {});
    const auto is_seen = [&](const char* text) { return run.output.find(text) != run.output.npos; };
    if (is_seen("SQLite format 3") || is_seen("CREATE TABLE")) got += command + " read it\n";
    if (std::filesystem::exists(database + "-journal")) got += command + " left a journal\n";
    if (!scratch.read(layout.database).starts_with("SQLite format 3"))
      got += command + " took it away\n";
  }
  return got;
}

}  // namespace

TEST_CASE("a database is out of a command's sight in every layout") {
  const bool is_unprivileged = GENERATE(false, true);
  const Use use = GENERATE(Use::open, Use::recorded);
  for (const Layout& layout : kLayouts) {
    Scratch scratch;
    std::filesystem::permissions(scratch.path(), std::filesystem::perms::all);
    INFO((is_unprivileged ? "unprivileged, " : "")
         << (use == Use::recorded ? "recorded, " : "") << layout.name);
    const auto got = in_mount_namespace(is_unprivileged, [&]() -> std::string {
      const std::string within = "cd " + scratch.path().string() + " && { ";
      if (std::system((within + layout.before + "; } 2>&1").c_str()) != 0) return "no layout";
      ::setenv("XDG_STATE_HOME", (scratch / "state").c_str(), 1);
      std::optional<Store> store(open_to_write(scratch / layout.database));
      if (use == Use::recorded && !remember(store->database(), Origin::made).empty())
        return "no record";
      if (use == Use::recorded) store.reset();
      if (std::system((within + layout.mounts + "; } 2>&1").c_str()) != 0) return "no layout";
      ::setenv("TMPDIR", scratch.path().c_str(), 1);
      if (is_unprivileged) give_up_mounting();
      return attack(layout, scratch);
    });
    if (!got) return;
    if (layout.refusal != nullptr && !got->starts_with("no layout"))
      CHECK_THAT(*got, Catch::StartsWith("refused") && Catch::Contains(layout.refusal));
    else if (got->starts_with("no layout") || got->starts_with("refused"))
      WARN("SKIPPED: needs kernel support of " << layout.name << ": " << *got);
    else
      CHECK(*got == "");
  }
}

// Its root is no mount point, so the kernel tells of no mount that the database lies in.
TEST_CASE("a database is out of a command's sight in a chroot") {
  Scratch scratch;
  const auto got = in_mount_namespace(false, [&]() -> std::string {
    const std::string jail = scratch.path();
    if (std::system(
            ("cd " + jail + R"( && mkdir w tmp && for f in bin lib lib64 usr etc dev proc; do
                       [ ! -d /$f ] || { mkdir $f && mount --rbind /$f $f; }; done)")
                .c_str()) != 0 ||
        ::chroot(jail.c_str()) != 0 || ::chdir("/") != 0)
      return "no layout";
    ::setenv("TMPDIR", "/tmp", 1);
    const Store store = open_to_write("/w/d.db");
    return run_confined("rm d.db", "/w", 20'000, {}).ended;
  });
  if (!got) return;
  if (*got == "no layout")
    WARN("SKIPPED: needs kernel support of a chroot");
  else
    CHECK_THAT(*got, Catch::StartsWith("refused: the command is not run"));
}

TEST_CASE("a command is refused where the database has a hard link") {
  Scratch scratch;
  scratch.write("w/in.txt", "inside\n");
  Store store = open_to_write(scratch / "w/d.db");
  std::filesystem::create_hard_link(scratch / "w/d.db", scratch / "w/h");
  CHECK_THROWS_WITH(run_confined("cat h", scratch / "w", 20'000, {}),
                    Catch::Contains("hard link") && Catch::Contains("remove that"));
  std::filesystem::remove(scratch / "w/h");
}

TEST_CASE("an empty journal that a killed process left goes with the next command") {
  Scratch scratch;
  Store store = open_to_write(scratch / "d.db");
  scratch.write("d.db-journal", "");
  try {
    run_confined("true", scratch.path(), 20'000, {});
  } catch (const Error& error) {
    WARN("SKIPPED: needs kernel support: " << error.what());
    return;
  }
  CHECK_FALSE(std::filesystem::exists(scratch / "d.db-journal"));
}
