// Revisions of git repositories, whole and broken, and the entries of their trees.
#include "engine/error.h"
#include "engine/readers/snapshot/git.h"
#include "engine/readers/snapshot/git_tree.h"
#include "engine/reserved.h"
#include "tests/unit/engine/trees.h"
#include "tests/unit/refusal.h"

#include <sys/stat.h>

namespace dossier::snapshot {

TEST_CASE("a revision is read without a checkout, from a bare repository too") {
  Folder folder;
  const fs::path work = folder.path() / "shop";
  fs::create_directories(work);
  folder.git("init shop");
  folder.write("shop/src/a.go", "package a\n\nfunc One() {}\n");
  folder.write("shop/.gitignore", "*.log\n");
  folder.write("shop/kept.log", "committed all the same\n");
  fs::create_symlink("src/a.go", work / "link");
  folder.git("-C shop add -Af .");
  folder.git("-C shop commit -m one");
  folder.git("-C shop tag v1");
  folder.write("shop/src/a.go", "package a\n\nfunc Two() {}\n");
  folder.git("-C shop commit -am two");
  fs::remove(work / "src/a.go");
  folder.git("clone --bare shop bare.git");
  folder.git("-C shop worktree add ../tree");

  const auto one = revision(work, "v1");
  CHECK(one.order == std::vector<std::string>{".gitignore", "kept.log", "src/a.go", "src/a.go!"});
  CHECK(one.files.at("src/a.go").contents == "package a\n\nfunc One() {}\n");
  CHECK(one.files.at("src/a.go").object_id.size() == 40);
  CHECK(one.summary.links == 1);
  CHECK(one.summary.revision.size() == 40);
  const auto bare = revision(folder.path() / "bare.git", "main");
  CHECK(bare.files.at("src/a.go").contents == "package a\n\nfunc Two() {}\n");
  CHECK(bare.summary.revision == head_of(work));
  CHECK_THROWS_AS(revision(work, "nowhere"), Error);
  CHECK_THROWS_AS(revision(folder.path(), "main"), Error);

  CHECK(project_name(work) == "shop");
  CHECK(project_name(folder.path() / "tree") == "shop");
  CHECK(project_name(folder.path() / "bare.git") == "bare");
  CHECK(project_name(folder.path()) == folder.path().filename().string());
}

TEST_CASE("a history ends where it is told to, and blame with it") {
  Folder folder;
  fs::create_directories(folder.path() / "r");
  folder.git("init r");
  for (const char* text : {"one\n", "one\ntwo\n", "one\ntwo\nthree\n"}) {
    folder.write("r/a.txt", text);
    folder.git("-C r add -A");
    folder.git(std::string("-C r commit -m ") + std::to_string(std::string(text).size()));
  }
  const Repository repository(folder.path() / "r");
  const std::string head = repository.head();

  CHECK(repository.log(head, {}).commits.size() == 2);
  LogOptions options;
  options.roots = true;
  const Log all = repository.log(head, options);
  REQUIRE(all.commits.size() == 3);
  CHECK(all.commits[0].id == head);
  CHECK(all.commits[2].paths == std::vector<std::string>{"a.txt"});
  size_t taken = 0;
  options.each = [&](const LoggedCommit&) { return ++taken < 2; };
  CHECK(repository.log(head, options).commits.empty());
  CHECK(taken == 2);

  const auto whole = repository.blame(head, "a.txt", "one\ntwo\nthree\n", {});
  REQUIRE(whole.size() == 3);
  CHECK(whole[0].commit == all.commits[2].id);
  CHECK(whole[2].commit == head);
  CHECK_FALSE(whole[0].is_older);
  LogOptions one;
  one.commits = 1;
  for (const auto& lines : repository.blame(head, "a.txt", "one\ntwo\nthree\n", one)) {
    CHECK(lines.commit == head);
    CHECK(lines.is_older);
  }
  const auto added = repository.blame(head, "new.txt", "x\ny", {});
  REQUIRE(added.size() == 1);
  CHECK(added[0].count == 2);
  CHECK(added[0].commit.empty());
}

TEST_CASE("a damaged repository gives what is intact and names the rest") {
  Folder folder;
  fs::create_directories(folder.path() / "r");
  folder.git("init r");
  folder.write("r/good.txt", "good\n");
  folder.write("r/lost.txt", "lost\n");
  folder.write("r/sub/inner.txt", "inner\n");
  folder.git("-C r add -A");
  folder.git("-C r commit -m all");
  const auto whole = revision(folder.path() / "r", "HEAD");
  const auto lose = [&](const std::string& id) {
    fs::remove(folder.path() / "r/.git/objects" / id.substr(0, 2) / id.substr(2));
  };
  lose(whole.files.at("lost.txt").object_id);
  const auto read = revision(folder.path() / "r", "HEAD");
  CHECK(read.order == std::vector<std::string>{"good.txt", "sub/inner.txt"});
  REQUIRE(read.summary.unreadable.size() == 1);
  CHECK(read.summary.unreadable[0].starts_with("lost.txt: "));
}

TEST_CASE("a repository with a pipe among its files is refused, not waited for") {
  for (const char* name : {"config", "refs/heads/pipe", "objects/info/alternates"}) {
    INFO(name);
    Folder folder;
    folder.write("a.txt", "a\n");
    folder.git("init");
    folder.git("add -A");
    folder.git("commit -m all");
    const fs::path file = folder.path() / ".git" / name;
    fs::remove(file);
    fs::create_directories(file.parent_path());
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    CHECK_THROWS_WITH(revision(folder.path(), "HEAD"), Catch::Contains("must be regular files"));
  }
}

TEST_CASE("what a repository's configuration includes is looked at like its own files") {
  const struct {
    const char* config;
    const char* code;
  } rows[] = {
      {"[include]\n\tpath = ../../pipe\n", "denied"},
      {"[Include] PATH = \"../../pi\\\npe\" ; a comment\n", "denied"},
      {"[includeIf \"gitdir:~/a]b\"]\n  path=../../pipe # a comment\n", "denied"},
      {"[include]\n[include]path = more\n", "denied"},  // a file that includes the pipe
      {"[include]\n\tpath = /dev/zero\n", "denied"},
      {"[include]\n# path = ../../pipe\n\tpath = nowhere\n[core]\n\tpath = ../../pipe\n", ""},
      {"[include]\n\tpath = ../../plain\n", ""},
  };
  for (const auto& row : rows) {
    INFO(row.config);
    Folder folder;
    fs::create_directories(folder.path() / "r");
    folder.git("init r");
    REQUIRE(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
    folder.write("plain", "[core]\n\teditor = vi\n");
    folder.write("r/.git/more", "[include]\n\tpath = ../../pipe\n");
    folder.write("r/.git/config",
                 "[core]\n\trepositoryformatversion = 0\n" + std::string(row.config));
    CHECK(test::code_of([&] { const Repository opened(folder.path() / "r"); }) == row.code);
  }
}

TEST_CASE("what the configuration of a work tree's repository includes is looked at, too") {
  Folder folder;
  folder.write("r/a.txt", "a\n");
  folder.git("init r");
  folder.git("-C r add -A");
  folder.git("-C r commit -m all");
  folder.git("-C r worktree add ../w");
  const auto code = [&] {
    return test::code_of([&] { const Repository opened(folder.path() / "w"); });
  };
  CHECK(code().empty());
  REQUIRE(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
  folder.write("r/.git/config", folder.read("r/.git/config") + "[include]\n\tpath = ../../pipe\n");
  CHECK(code() == "denied");
}

TEST_CASE("the configuration of a repository has no end of includes, and no end of text") {
  Folder folder;
  fs::create_directories(folder.path() / "r");
  folder.git("init r");
  const auto code = [&](const std::string& config) {
    folder.write("r/.git/config", "[core]\n\trepositoryformatversion = 0\n" + config);
    return test::code_of([&] { const Repository opened(folder.path() / "r"); });
  };
  std::string many = "[include]\n";
  for (int i = 0; i < 64; ++i) many += "path = n" + std::to_string(i) + "\n";
  CHECK(code(many).empty());
  CHECK(code(many + "path = one_more\n") == "limit");
  CHECK(code("#" + std::string(1 << 20, 'x') + "\n") == "limit");
}

namespace {

constexpr const char* kBlob = "0123456789abcdef0123456789abcdef01234567";

std::string raw_id(const std::string& hex) {
  std::string out;
  for (size_t i = 0; i < hex.size(); i += 2)
    out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return out;
}

std::string entry(const std::string& mode, const std::string& name, const std::string& id = kBlob) {
  return mode + " " + name + std::string(1, '\0') + raw_id(id);
}

std::string taken(const std::string& tree) {
  std::string out;
  const bool whole = read_tree(tree, [&](const TreeEntry& one, std::string_view refusal) {
    static constexpr char kKinds[] = "fdls";
    out += kKinds[static_cast<size_t>(one.kind)];
    out += ":" + std::string(one.name) + (refusal.empty() ? "" : "!" + std::string(refusal)) + " ";
  });
  return out + (whole ? "" : "...");
}

}  // namespace

TEST_CASE("alternates of a repository are looked at like its own files, and no end of them") {
  Folder folder;
  fs::create_directories(folder.path() / "r");
  folder.git("init r");
  const fs::path objects = folder.path() / "other/12";
  fs::create_directories(objects);
  folder.write("r/.git/objects/info/alternates", "../../../other\n# a comment\n../../../other\n");
  CHECK(test::code_of([&] { const Repository opened(folder.path() / "r"); }).empty());
  REQUIRE(::mkfifo((objects / std::string(38, 'a')).c_str(), 0600) == 0);
  CHECK(test::code_of([&] { const Repository opened(folder.path() / "r"); }) == "denied");
  fs::remove_all(folder.path() / "other");
  std::string many;
  for (int i = 0; i < 70; ++i) many += "../../../n" + std::to_string(i) + "\n";
  folder.write("r/.git/objects/info/alternates", many);
  CHECK(test::code_of([&] { const Repository opened(folder.path() / "r"); }) == "limit");
  folder.write("r/.git/objects/info/alternates", std::string(70'000, '#') + "\n../../../other\n");
  CHECK(test::code_of([&] { const Repository opened(folder.path() / "r"); }) == "limit");
}

TEST_CASE("names that git's fsck refuses are refused, and no others") {
  const struct {
    std::string name;
    std::string_view refusal;
  } rows[] = {
      {"", "emptyName"},
      {".", "hasDot"},
      {"..", "hasDotdot"},
      {"...", ""},
      {"/etc", "fullPathname"},
      {"a/b", "fullPathname"},
      {"../a", "fullPathname"},
      {".git", "hasDotgit"},
      {".GIT", "hasDotgit"},
      {".Git.", "hasDotgit"},
      {".git ", "hasDotgit"},
      {".git . .", "hasDotgit"},
      {".git::$INDEX_ALLOCATION", "hasDotgit"},
      {".git\\config", "hasDotgit"},
      {"a\\.git\\config", "hasDotgit"},
      {"a\\b\\git~1", "hasDotgit"},
      {"git~1", "hasDotgit"},
      {"GIT~1.", "hasDotgit"},
      {".g\xe2\x80\x8cit", "hasDotgit"},
      {"\xef\xbb\xbf.git", "hasDotgit"},
      {".gi\xe2\x80\xaat", "hasDotgit"},
      {".git\xe2\x81\xaf", "hasDotgit"},
      {".git\xe2\x82\xaf", ""},
      {".gitignore", ""},
      {".github", ""},
      {".git-", ""},
      {".git.x", ""},
      {"git~2", ""},
      {"git~10", ""},
      {"git", ""},
      {"x.git", ""},
      {".gi", ""},
      {".g\xc3\xaft", ""},
      {".git\xff", ""},
      {"a\\b", ""},
      {"a:b", ""},
      {"\xff\xfe", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(name_refusal(row.name) == row.refusal);
  }
}

TEST_CASE("a tree's entries are read with their problems") {
  CHECK(taken("") == "");
  CHECK(taken(entry("100644", "a") + entry("40000", "b") + entry("120000", "c") +
              entry("160000", "d") + entry("100755", "e") + entry("100664", "f")) ==
        "f:a d:b l:c s:d f:e f:f ");
  // As old programs wrote them, and git reads them.
  CHECK(taken(entry("040000", "b")) == "d:b ");
  // In order: a folder's name as if it ended in a slash.
  CHECK(taken(entry("100644", "a.c") + entry("40000", "a") + entry("100644", "a0")) ==
        "f:a.c d:a f:a0 ");
  CHECK(taken(entry("100644", "b") + entry("100644", "a") + entry("100644", "c")) ==
        "f:b f:a!treeNotSorted f:c ");
  CHECK(taken(entry("40000", "a") + entry("100644", "a.c")) == "d:a f:a.c!treeNotSorted ");
  CHECK(taken(entry("100644", "a") + entry("40000", "a")) == "f:a d:a!duplicateEntries ");
  CHECK(taken(entry("10644", "a") + entry("0", "b") + entry("20000", "c")) ==
        "f:a!badFilemode f:b!badFilemode f:c!badFilemode ");
  CHECK(taken(entry("100644", "a", std::string(40, '0'))) == "f:a!nullSha1 ");
  CHECK(taken(entry("100644", "..") + entry("100644", "a")) == "f:..!hasDotdot f:a ");
  const std::string good = entry("100644", "a");
  for (const std::string& bad :
       {std::string("x"), std::string("100644"), std::string("100644 a"), std::string("8 a"),
        std::string(" a"), std::string("1111111111 a") + good, good.substr(0, good.size() - 1)}) {
    CAPTURE(bad);
    CHECK(taken(good + bad) == "f:a ...");
  }
}

TEST_CASE("entries of a revision that fsck refuses are named, and the rest is read") {
  Folder folder;
  fs::create_directories(folder.path() / "r");
  folder.git("init r");
  folder.write("content", "text\n");
  const auto hashed = [&](const std::string& type) {
    folder.git("-C r hash-object --literally -w -t " + type + " --stdin < '" +
               (folder.path() / "content").string() + "' | tee '" +
               (folder.path() / "id").string() + "'");
    std::string id;
    std::ifstream(folder.path() / "id") >> id;
    return id;
  };
  const std::string blob = hashed("blob");
  folder.write("content", entry("100644", "inner", blob));
  const std::string inner = hashed("tree");
  folder.write("content", entry("40000", "..", inner) + entry("100644", "../../out", blob) +
                              entry("40000", ".GIT", inner) + entry("100644", "/etc/passwd", blob) +
                              entry("100644", "good", blob) + entry("100644", "good", inner) +
                              entry("40000", "sub", inner));
  const auto read = revision(folder.path() / "r", hashed("tree"));
  CHECK(read.order == std::vector<std::string>{"good", "sub/inner"});
  CHECK(read.summary.unreadable ==
        std::vector<std::string>{"..: refused, as git fsck does (hasDotdot)",
                                 "../../out: refused, as git fsck does (fullPathname)",
                                 ".GIT: refused, as git fsck does (hasDotgit)",
                                 "/etc/passwd: refused, as git fsck does (fullPathname)",
                                 "good: refused, as git fsck does (duplicateEntries)"});
  // A folder that is a blob, and one whose bytes end too soon.
  folder.write("content", entry("100644", "first", blob) + "100644 cut");
  const std::string cut = hashed("tree");
  folder.write("content", entry("40000", "blob", blob) + entry("40000", "cut", cut));
  const auto odd = revision(folder.path() / "r", hashed("tree"));
  CHECK(odd.order == std::vector<std::string>{"cut/first"});
  REQUIRE(odd.summary.unreadable.size() == 2);
  CHECK(odd.summary.unreadable[0] == "cut/: the rest of the tree object is damaged");
  CHECK(odd.summary.unreadable[1] == "blob/: the object " + blob + " is no tree");
}

TEST_CASE("a tree of trees that repeat each other is refused before it is listed") {
  Folder folder;
  fs::create_directories(folder.path() / "r");
  folder.git("init r");
  folder.write("content", "text\n");
  std::string type = "blob", mode = "100644", id;
  for (int level = 0; level < 12; ++level) {
    folder.git("-C r hash-object --literally -w -t " + type + " --stdin < '" +
               (folder.path() / "content").string() + "' | tee '" +
               (folder.path() / "id").string() + "'");
    std::ifstream(folder.path() / "id") >> id;
    std::string tree;
    for (int i = 0; i < 10; ++i) tree += entry(mode, "n" + std::to_string(i), id);
    folder.write("content", tree);
    type = "tree";
    mode = "40000";
  }
  try {
    revision(folder.path() / "r", id);
    FAIL("it was listed");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::limit);
    CHECK(error.message() == "the tree has over 2000000 entries, or over 256 MB of paths");
  }
}

TEST_CASE("an object is not unpacked in a piece of over 256 MB") {
  Folder folder;
  fs::create_directories(folder.path() / "r");
  folder.git("init r");
  {
    std::ofstream large(folder.path() / "large", std::ios::binary);
    const std::string piece(1 << 20, 'x');
    for (int i = 0; i < 257; ++i) large << piece;
  }
  folder.git("-C r -c core.compression=1 hash-object -w ../large | tee '" +
             (folder.path() / "id").string() + "'");
  std::string id;
  std::ifstream(folder.path() / "id") >> id;
  const Repository repository(folder.path() / "r");
  CHECK(repository.size(id) == uint64_t{257} << 20);
  CHECK_THROWS_AS(repository.contents(id), Error);
}

}  // namespace dossier::snapshot
