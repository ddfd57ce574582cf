// What small parts of the engine promise at their edges, row by row.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/canonical.h"
#include "engine/database.h"
#include "engine/error.h"
#include "engine/readers/export_json.h"
#include "engine/readers/languages/source_file.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/proto/names.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/snapshot/beneath.h"
#include "engine/readers/snapshot/tree.h"
#include "engine/short_name.h"
#include "engine/token_estimate.h"
#include "tests/unit/scratch.h"

namespace dossier {
namespace {

/// "name signature" of every member that a source defines.
std::vector<std::string> members_of(const std::string& path, const std::string& text) {
  const auto made =
      languages::read({path, text, 0, nullptr}, *languages::of(path), std::chrono::seconds(60));
  REQUIRE(made);
  std::vector<std::string> members;
  for (const Type& type : made->module.types) {
    for (const Member& member : type.members)
      members.push_back(std::string(member.name) + " " + std::string(member.signature));
  }
  return members;
}

}  // namespace

TEST_CASE("the short name of a symbol is the last part of its full name") {
  const struct {
    const char *full, *brief;
  } rows[] = {
      {"", ""},
      {"Run", "Run"},
      {"Game.PlayerStats.ApplyDamage(System.Int32)", "ApplyDamage"},
      {"Game.Player..ctor", ".ctor"},
      {"Game.Player..ctor(System.Int32)", ".ctor"},
      {"System.List`1[Game.Item]", "List`1[Game.Item]"},
      {"A.Map<B.C, D[]>.Get", "Get"},
      {"A.Get>.Put", "Put"},
      {"std::vector::push_back", "push_back"},
      {"a:b", "a:b"},
      {"src/main/Program", "Program"},
      {"Outer+Inner", "Inner"},
      {"ends.", "ends."},
      {"ends::", "ends::"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.full);
    CHECK(short_name(row.full) == row.brief);
  }
}

TEST_CASE("a token is four characters of ASCII or one of any other") {
  const struct {
    const char* text;
    int64_t tokens;
  } rows[] = {{"", 0},         {"a", 1}, {"abc", 1}, {"abcd", 1},   {"abcde", 2},
              {"abcdefgh", 2}, {"é", 1}, {"aé", 2},  {"日本語", 3}, {"\x7f", 1}};
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(token_estimate(row.text) == row.tokens);
  }
}

TEST_CASE(
    "the key of a member whose name stands in other words too, or is spelled in another way") {
  const struct {
    const char *language, *name, *signature, *key;
  } rows[] = {
      {"Go", "Get", "func (s *Getter) Get(n int) (a, b error)", "N.T.Get(int)"},
      {"Go", "Get", "func (s *ToGet) Get(n int) (a, b error)", "N.T.Get(int)"},
      {"TypeScript", "a", "b_a = ba1, a(x: number): (y: string) => void", "N.T.a(number)"},
      {"", "Renamed", "System.Void Other(X'1 y, Z(W) v)", "N.T.Renamed(X'1,Z(W))"},
      {"", "Renamed", "System.Void Other((A,B) pair, C \" d)", "N.T.Renamed((A,B),C \")"},
      {"", "Renamed", "System.Void Other(X< y)", "N.T.Renamed(X< y)"},
      {"", "Renamed", "System.Void Other(System.Int32 a])", "N.T.Renamed(System.Int32)"},
      {"", "Renamed", "no list", "N.T.Renamed"},
      {"C#", "Run", "void Run(ref int, in Point, out int count)",
       "N.T.Run(ref int,in Point,out int)"},
      {"", "Add", "void Add((A x, B y) pair, F<C, D d> f)", "N.T.Add((A x,B y),F<C,D d>)"},
  };
  Type type;
  type.name = "T";
  type.full_name = "N.T";
  for (const auto& row : rows) {
    CAPTURE(row.signature);
    Member member;
    member.kind = MemberKind::method;
    member.name = row.name;
    member.signature = row.signature;
    CHECK(member_key(type, member, row.language) == row.key);
  }
}

TEST_CASE("C# operators have the names that metadata has") {
  const auto members = members_of("a.cs",
                                  "class T {\n"
                                  "public static T operator +(T a) => a;\n"
                                  "public static T operator -(T a) => a;\n"
                                  "public static T operator -(T a, T b) => a;\n"
                                  "public static bool operator !(T a) => true;\n"
                                  "public static T operator ~(T a) => a;\n"
                                  "public static bool operator true(T a) => true;\n"
                                  "public static bool operator >=(T a, T b) => true;\n"
                                  "public static T operator >>>(T a, int n) => a;\n"
                                  "}\n");
  std::vector<std::string> names;
  for (const auto& member : members) names.push_back(member.substr(0, member.find(' ')));
  CHECK(names == std::vector<std::string>{"op_UnaryPlus", "op_UnaryNegation", "op_Subtraction",
                                          "op_LogicalNot", "op_OnesComplement", "op_True",
                                          "op_GreaterThanOrEqual", "op_UnsignedRightShift"});
}

TEST_CASE("comments between an attribute and its definition do not belong to it") {
  CHECK(members_of("a.cs",
                   "class T {\n[A] /* one */ // two\n /* three */ public int F(int a /* b */, int "
                   "c) { }\n}\n") == std::vector<std::string>{"F public int F(int a, int c)"});
}

TEST_CASE("a comment's text is the text between its markers") {
  const std::pair<const char*, const char*> rows[] = {
      {"// a\n// b", "a\nb"},       {"/** a\n * b\n */", "a\nb"}, {"/**/\n// a", "a"},
      {"/* a */\n/* b */", "a\nb"}, {"# a\n## b", "a\nb"},        {"/// a\n//! b", "a\nb"},
      {"/*! a **/", "a"},           {"/*\n  a\n*/", "a"},         {"", ""},
  };
  for (const auto& [comment, text] : rows) {
    CAPTURE(comment);
    CHECK(comment_text(comment, languages::named("PHP").comments) == text);
  }
}

TEST_CASE("text that is not UTF-8 is refused wherever it stands") {
  for (size_t before = 0; before < 40; ++before) {
    CAPTURE(before);
    const std::string head = R"({"Modules":[{"Name":")" + std::string(before, 'a'),
                      tail = R"(b"}]})";
    for (const auto& [bytes, sound] :
         {std::pair("\xFF", false), {"\xC3", false}, {"é", true}, {"c", true}}) {
      const std::string text = head + bytes + tail;
      const auto input = memory_bytes(text, "a.json");
      bool read = true;
      try {
        read_export(*input, {}, [](Fact&&) {});
      } catch (const Error&) {
        read = false;
      }
      CHECK(read == sound);
    }
  }
}

TEST_CASE("a .proto's statements end where they end") {
  const struct {
    const char* text;
    std::vector<std::string> signatures;
  } rows[] = {
      {"message A { optional group Part = 1 { int32 x = 1; } int32 y = 2; }",
       {"optional group Part = 1", "int32 y = 2", "int32 x = 1"}},
      {"service S { rpc A(stream) returns (stream B); rpc C(stream D) returns (stream); }",
       {"rpc A(stream) returns (stream B)", "rpc C(stream D) returns (stream)"}},
      {"enum E { option allow_alias = true; A = -1 [deprecated = true]; reserved 2; B = 3; }",
       {"A = -1", "B = 3"}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    std::vector<std::string> signatures;
    const auto made = proto::read("a.proto", row.text);
    for (const Type& type : made.module.types) {
      for (const Member& member : type.members) signatures.emplace_back(member.signature);
    }
    CHECK(signatures == row.signatures);
  }
  const auto names = proto::Spellings(languages::generators())
                         .of(proto::Definition::rpc, std::string_view("GetHTTPs").substr(0, 7));
  CHECK(std::find(names.begin(), names.end(), "get_http") != names.end());
}

TEST_CASE("a complete .proto is read without errors") {
  const auto made = languages::read({"a.proto", "message A { int32 x = 1; }", 0, nullptr},
                                    *languages::of("a.proto"), std::chrono::seconds(60));
  REQUIRE(made);
  CHECK(made->damaged_lines == 0);
  CHECK_FALSE(made->timed_out);
}

TEST_CASE("a file is read to its end, or to one byte over the limit") {
  const int pipes = 2;
  for (int round = 0; round < pipes; ++round) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const std::string text(5000, 'x');
    REQUIRE(::write(ends[1], text.data(), text.size()) == 5000);
    ::close(ends[1]);
    errno = EINTR;  // of something before; the end of a file sets nothing
    const std::string read = snapshot::read_up_to(ends[0], 1, round == 0 ? 10'000 : 4000);
    ::close(ends[0]);
    if (round == 0) CHECK(read == text);
    if (round == 1) CHECK(read.size() > 4000);
  }
}

TEST_CASE("an error names the beginning of its statement") {
  Database db = Database::open("", OpenMode::memory);
  const std::string sql = "SELECT nothing_of_that_name " + std::string(300, '-');
  try {
    db.number(sql.c_str());
    FAIL("it was answered");
  } catch (const Error& error) {
    CHECK(error.origin() == sql.substr(0, 200));
  }
  db.execute("CREATE TABLE t(x CHECK (x > 0))");
  CHECK_THROWS_AS(db.number("INSERT INTO t VALUES (0) RETURNING x"), Error);
  CHECK(db.number("SELECT 7 WHERE 0") == 0);
  CHECK(db.number("SELECT 7") == 7);
  {
    Transaction transaction(db, Transaction::writing);
    db.execute("INSERT INTO t VALUES (1)");
    transaction.commit();
    CHECK_FALSE(db.in_transaction());
    db.execute("BEGIN");
  }
  CHECK(db.in_transaction());  // what was committed leaves alone what began since
  db.execute("ROLLBACK");
  CHECK(db.number("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a damaged folder of a revision does not affect others") {
  namespace fs = std::filesystem;
  const test::Scratch scratch;
  const fs::path& root = scratch.path();
  for (const std::string folder : {"a", "k", "m", "z"})
    scratch.write(folder + "/x.txt", folder + "\n");
  const std::string git =
      "cd '" + root.string() + "' && git -c user.name=t -c user.email=t@example.com ";
  REQUIRE(std::system((git +
                       "init -q . && git add -A && git -c user.name=t -c user.email=t@example.com "
                       "commit -q -m all && id=$(git rev-parse HEAD:z) && "
                       "rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)")
                          .c_str()) == 0);
  std::vector<std::string> paths;
  const auto summary = snapshot::read_revision(root, "HEAD", {}, [&](Fact&& fact) {
    if (const auto* file = std::get_if<File>(&fact)) paths.push_back(file->path);
  });
  CHECK(paths == std::vector<std::string>{"a/x.txt", "k/x.txt", "m/x.txt"});
  CHECK(summary.unreadable.size() == 1);
}

TEST_CASE("an impossible revision is not found") {
  const test::Scratch scratch;
  const std::string name = scratch.path();
  const std::string git = "git -C '" + name + "' -c user.name=t -c user.email=t@example.com ";
  for (const char* arguments : {"init -q .", "commit -q --allow-empty -m one"})
    REQUIRE(std::system((git + arguments + " >/dev/null 2>&1").c_str()) == 0);
  for (const char* revision : {"nowhere", "HEAD~7", "^{", "..", "a b", "@{"}) {
    CAPTURE(revision);
    try {
      snapshot::read_revision(name, revision, {}, [](Fact&&) {});
      FAIL("it was read");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::not_found);
    }
  }
}

}  // namespace dossier
