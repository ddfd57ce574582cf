#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/error.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/readers/snapshot/git.h"
#include "engine/readers/snapshot/git_tree.h"
#include "engine/readers/snapshot/ignore.h"
#include "engine/readers/snapshot/tree.h"
#include "engine/readers/snapshot/walk.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;

/// A folder that goes with the test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "dossier-snapshot-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    path_ = fs::canonical(name);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const fs::path& path() const { return path_; }
  void write(const std::string& name, std::string_view text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  /// Runs git in the folder; the test fails if git does.
  void git(const std::string& arguments) const {
    const std::string command = "git -C '" + path_.string() +
                                "' -c user.name=t -c user.email=t@example.com "
                                "-c init.defaultBranch=main -c protocol.file.allow=always " +
                                arguments + " >/dev/null 2>&1";
    INFO(command);
    REQUIRE(std::system(command.c_str()) == 0);
  }

 private:
  fs::path path_;
};

struct Collected {
  std::vector<std::string> order;  // paths of files; modules as "path!"
  std::map<std::string, File> files;
  std::map<std::string, Module> modules;
  TreeSummary summary;

  FactSink sink() {
    return [this](Fact&& fact) {
      if (auto* file = std::get_if<File>(&fact)) {
        order.push_back(file->path);
        files.emplace(file->path, std::move(*file));
      } else {
        auto& module = std::get<Module>(fact);
        std::string path(module.path);
        order.push_back(path + "!");
        modules.emplace(std::move(path), std::move(module));
      }
    };
  }
};

Collected directory(const fs::path& root, TreeOptions options = {}) {
  Collected collected;
  collected.summary = read_directory(root, options, collected.sink());
  return collected;
}

Collected revision(const fs::path& root, const std::string& name, TreeOptions options = {}) {
  Collected collected;
  collected.summary = read_revision(root, name, options, collected.sink());
  return collected;
}

}  // namespace

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
  for (const char* name : {"d.db", "d.db-wal", "d.db-shm", "d.db-journal", "d.db-import", "d.db2"})
    folder.write(std::string("data/") + name, "x");
  fs::create_hard_link(folder.path() / "data/d.db-shm", folder.path() / "data/link");
  const Reservation open((folder.path() / "same/d.db").string());
  std::vector<std::string> beside;
  for (const auto& file : walk(folder.path() / "data", false).files) beside.push_back(file.path);
  CHECK(beside == std::vector<std::string>{"d.db2"});
  CHECK_THROWS_AS(walk(folder.path() / "none", false), Error);
  CHECK_THROWS_AS(walk(folder.path() / "a.txt", false), Error);
}

TEST_CASE("text is told from binary by ripgrep's rules") {
  CHECK(text_of("plain \xFF\xE9 latin").contents == "plain \xFF\xE9 latin");
  CHECK(text_of("\xEF\xBB\xBFmarked").contents == "marked");
  CHECK(text_of(std::string("\xFF\xFE"
                            "f\0\xE9\0\x3D\xD8\x00\xDE",
                            10))
            .contents == "f\xC3\xA9\xF0\x9F\x98\x80");
  CHECK(text_of(std::string("\xFE\xFF\0f\xD8\x00", 6)).contents == "f\xEF\xBF\xBD");
  const auto early = text_of(std::string("line\nx\0y", 8));
  CHECK(early.is_binary);
  CHECK(early.contents.empty());
  // Of a file whose first NUL comes late, the lines of the 64 KB pieces before it count.
  std::string late;
  while (late.size() < 100000) late += "0123456789abcdef\n";
  late += std::string("x\0y\n", 4);
  const auto kept = text_of(std::string(late));
  CHECK(kept.is_binary);
  CHECK(kept.contents == late.substr(0, 65536 / 17 * 17));
  CHECK(count_lines("") == 0);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\n") == 1);
  CHECK(count_lines("a\n\nb") == 3);
}

TEST_CASE("generated and vendored files are told by name or by what they say") {
  CHECK(is_generated("api/x.pb.go", ""));
  CHECK(is_generated("x.go", "// Code generated by mock. DO NOT EDIT.\n"));
  CHECK(is_generated("x.cs", "// <auto-generated/>\n"));
  CHECK(is_generated("Shop.pb.swift", ""));
  CHECK(is_generated("ShopClient.php", "<?php\n// GENERATED CODE -- DO NOT EDIT!\n"));
  CHECK(is_generated("ShopGrpc.java",
                     "@Generated(value = \"by gRPC proto compiler (version 1)\")\n"));
  CHECK_FALSE(is_generated("x.go", "// Code generated by hand\n"));
  CHECK(is_vendored("a/vendor/b.go"));
  CHECK(is_vendored("node_modules/x/y.js"));
  CHECK_FALSE(is_vendored("vendor"));
  CHECK_FALSE(is_vendored("my_vendor/x.go"));
}

TEST_CASE("a directory becomes files and modules in the order of paths") {
  Folder folder;
  folder.write("src/main.go", "package main\n\nfunc main() { run() }\n");
  folder.write("pkg/__init__.py", "");
  folder.write("pkg/inner/__init__.py", "");
  folder.write("pkg/inner/tool.py", "def work():\n    pass\n");
  folder.write("loose/script.py", "def go():\n    pass\n");
  folder.write("notes.md", "# Notes\n");
  folder.write("image.bin", std::string_view("\0\1\2", 3));
  folder.write("run", "#!/usr/bin/env python3\ndef start(): pass\n");
  folder.write("big.txt", std::string(5000, 'x'));
  folder.write("odd\nname.txt", "odd\n");
  folder.write("bad\xFFname.txt", "bad\n");
  folder.write("broken.go", "package x\nfunc ok() {}\nfunc ( {{{\ntype T struct { A int }\n");
  TreeOptions options;
  options.max_file_bytes = 4096;
  const auto read = directory(folder.path(), options);
  CHECK(read.order == std::vector<std::string>{
                          "bad\xFFname.txt", "big.txt", "broken.go", "broken.go!", "image.bin",
                          "loose/script.py", "loose/script.py!", "notes.md", "odd\nname.txt",
                          "pkg/__init__.py", "pkg/__init__.py!", "pkg/inner/__init__.py",
                          "pkg/inner/__init__.py!", "pkg/inner/tool.py", "pkg/inner/tool.py!",
                          "run", "run!", "src/main.go", "src/main.go!"});
  CHECK(read.summary.files == 12);
  CHECK(read.summary.over_limit == 1);
  CHECK(read.summary.binary == 1);
  CHECK(read.summary.with_errors == 1);
  CHECK(read.files.at("big.txt").contents.empty());
  CHECK(read.files.at("big.txt").size == 5000);
  CHECK(read.files.at("notes.md").language == "Markdown");
  CHECK(read.files.at("run").language == "Python");
  CHECK(read.files.at("src/main.go").lines == 3);
  CHECK(read.files.at("src/main.go").mtime_ns > 0);
  CHECK(read.modules.at("pkg/inner/tool.py").types.at(0).full_name == "pkg.inner.tool");
  CHECK(read.modules.at("loose/script.py").types.at(0).full_name == "script");
  // What does not parse loses nothing of the rest.
  const auto& types = read.modules.at("broken.go").types;
  CHECK(std::any_of(types.begin(), types.end(),
                    [](const Type& type) { return type.full_name == "x"; }));
}

TEST_CASE("what is known from before is not read again") {
  Folder folder;
  folder.write("a.txt", "a\n");
  folder.write("b.txt", "b\n");
  TreeOptions options;
  options.is_known = [](const File& file, size_t) {
    return file.path == "a.txt" && file.size == 2;
  };
  const auto read = directory(folder.path(), options);
  CHECK(read.order == std::vector<std::string>{"b.txt"});
  CHECK(read.summary.known == 1);
  CHECK(read.summary.files == 2);
}

TEST_CASE("an exception of the receiver leaves the reading") {
  Folder folder;
  for (int i = 0; i < 300; ++i) folder.write("f" + std::to_string(i), "text\n");
  int seen = 0;
  const auto sink = [&](Fact&&) {
    if (++seen == 5) throw Error(ErrorCode::io, "disk full");
  };
  CHECK_THROWS_AS(read_directory(folder.path(), {}, sink), Error);
  CHECK(seen == 5);
}

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

TEST_CASE("a broken repository yields what is whole and names the rest") {
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
    CHECK_THROWS_WITH(revision(folder.path(), "HEAD"), Catch::Contains("must be a regular one"));
  }
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

TEST_CASE("a tree's entries are read with what is wrong with them") {
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

TEST_CASE("a file whose names multiply keeps its text and gives no symbols") {
  Folder folder;
  std::string nested, end;
  for (int i = 0; i < 20000; ++i) {
    nested += "class A{";
    end += "}";
  }
  folder.write("nested.cs", nested + end + "\n");
  folder.write("sound.cs", "class Sound { int Field; }\n");
  const auto read = directory(folder.path());
  CHECK(read.order == std::vector<std::string>{"nested.cs", "sound.cs", "sound.cs!"});
  REQUIRE(read.summary.unreadable.size() == 1);
  CHECK(read.summary.unreadable[0] ==
        "nested.cs: no symbols: its names and signatures take over 3 MB of text");
  CHECK(read.files.at("nested.cs").contents == nested + end + "\n");
  CHECK(read.summary.files == 2);
  CHECK(read.summary.modules == 1);
}

TEST_CASE("a file that takes too much memory to parse keeps its text and gives no symbols") {
  Folder folder;
  const std::string open(3'000'000, '(');
  folder.write("open.c", open);
  folder.write("sound.c", "int sound(void) { return 1; }\n");
  const auto read = directory(folder.path());
  CHECK(read.order == std::vector<std::string>{"open.c", "sound.c", "sound.c!"});
  CHECK(read.summary.unreadable ==
        std::vector<std::string>{"open.c: no symbols: to parse it takes over 196 MB"});
  CHECK(read.files.at("open.c").contents == open);
}

TEST_CASE("an ignore file whose patterns take too long is named, once") {
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

TEST_CASE("patterns that take too long say nothing") {
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
