// What a file names alone though another file gives it: values of its package, what an import of
// everything brings, and properties of what the place tells.
#include <catch2/catch.hpp>
#include <string>

#include "queries/open.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"

using namespace dossier;
using test::Sources;

namespace {

struct Row {
  const char* about;
  Sources sources;
  const char *identifier, *uses;
};

/// Where the symbol is used, but for imports: "use.kt:3 read", with "?" where that is likely alone.
void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.about);
    Store store = open_in_memory();
    test::add_sources(store, row.sources);
    std::string uses;
    const Json answer = test::answer_to(store, kRefs, {{"identifier", row.identifier}});
    for (const Json& hit : answer["hits"].each()) {
      if (hit.text("kind") == "import") continue;
      uses += (uses.empty() ? "" : ", ") + test::place_of(hit) + " " + hit.text("kind") +
              (hit.text("sure") == "resolved" ? "" : "?");
    }
    CHECK(uses == row.uses);
  }
}

}  // namespace

TEST_CASE("values of another file of the package are named alone") {
  const auto kotlin = [](const std::string& head, const std::string& body) {
    return Sources{{"limits.kt",
                    "package app\nconst val LIMIT = 1\nvar counter = 0\n"
                    "class Holder { companion object { const val LIMIT = 2 } }\n"},
                   {"far.kt", "package far\nconst val LIMIT = 3\n"},
                   {"use.kt", head + "\n" + body + "\n"}};
  };
  check({{"a constant", kotlin("package app", "fun f(x: Int) = x > LIMIT"), "app.LIMIT",
          "use.kt:2 read"},
         {"not of another package", kotlin("package app", "fun f() = LIMIT"), "far.LIMIT", ""},
         {"not in another package", kotlin("package other", "fun f() = LIMIT"), "app.LIMIT", ""},
         {"of a package whose values are all imported",
          kotlin("package other\nimport app.*", "fun f() = LIMIT"), "app.LIMIT", "use.kt:3 read"},
         {"a variable that is set", kotlin("package app", "fun f() { counter += 1 }"),
          "app.counter", "use.kt:2 write"},
         {"in a text, a default and a value",
          kotlin("package app", "fun f(x: Int = LIMIT) = \"${LIMIT}\"\nval y = LIMIT"), "app.LIMIT",
          "use.kt:3 read, use.kt:2 read, use.kt:2 read"},
         {"a parameter hides it", kotlin("package app", "fun f(counter: Int) = counter"),
          "app.counter", ""},
         {"the name of an argument", kotlin("package app", "fun f() = g(counter = 1)"),
          "app.counter", ""}});
  const auto scala = [](const std::string& head) {
    return Sources{{"limits.scala", "package app\nval Limit = 1\n"},
                   {"package.scala", "package object app {\n  val Most = 2\n}\n"},
                   {"use.scala", head + "\nclass Use { def f(x: Int) = x > Limit || x > Most }\n"}};
  };
  check({{"Scala's", scala("package app"), "app.Limit", "use.scala:2 read"},
         {"of the object of a package", scala("package app"), "app.Most", "use.scala:2 read"},
         {"of a package around", scala("package app.part"), "app.Most", "use.scala:2 read"},
         {"in a package whose name begins with a dot", scala("package `.x`"), "app.Limit", ""},
         {"not in another package", scala("package b"), "app.Limit", ""}});
}

TEST_CASE("an import of everything brings values") {
  const auto rust = [](const std::string& use) {
    return Sources{{"src/limits.rs",
                    "pub const K8: usize = 8;\npub const MOST: usize = 9;\n"
                    "pub enum Mode { Fast, Slow }\n"},
                   {"src/other.rs", "pub const K8: usize = 7;\n"},
                   {"src/lib.rs", "pub mod limits;\npub mod other;\npub mod user;\n"},
                   {"src/user.rs", use}};
  };
  const std::string all = "use crate::limits::*;\n";
  check(
      {{"the length of an array", rust(all + "struct S { a: [u8; K8] }\n"), "crate.limits.K8",
        "src/user.rs:2 read"},
       {"and no other of its name", rust(all + "struct S { a: [u8; K8] }\n"), "crate.other.K8", ""},
       {"in a macro", rust(all + "fn f() { assert_eq!(MOST, [0u8; 1].len()); }\n"),
        "crate.limits.MOST", "src/user.rs:2 read"},
       {"values of an enum",
        rust("use crate::limits::Mode::*;\nfn f(x: Mode) { match x { Slow => {} _ => {} } }\n"),
        "crate.limits.Mode.Slow", "src/user.rs:2 read"},
       {"without the import", rust("struct S { a: [u8; K8] }\n"), "crate.limits.K8", ""}});
  const auto c_sharp = [](const std::string& use) {
    return Sources{{"a.cs",
                    "namespace A {\npublic static class Limits { public const int Max = 1;\n"
                    "  public static int Twice(int x) => x; }\n"
                    "public static class Others { public const int Max = 2; }\n}\n"},
                   {"b.cs", use + "\nclass Use { int f() => Max + Twice(1); }\n"}};
  };
  check({{"static members of C#", c_sharp("using static A.Limits;"), "A.Limits.Max", "b.cs:2 read"},
         {"a method", c_sharp("using static A.Limits;"), "A.Limits.Twice", "b.cs:2 call"},
         {"and of no other class", c_sharp("using static A.Limits;"), "A.Others.Max", ""},
         {"a namespace alone", c_sharp("using A;"), "A.Limits.Max", ""}});
}

TEST_CASE("properties of C# that an object is made with or tested for") {
  const auto with = [](const std::string& body) {
    return Sources{
        {"a.cs",
         "namespace A {\npublic class P { public int X { get; set; } }\n"
         "public class Q { public int X { get; set; } }\n}\n"},
        {"b.cs", "using A;\nclass Use { object f(object o, P p, Q q) {\n" + body + "\n} }\n"}};
  };
  constexpr const char* kX = "A.P.X";
  check({{"made", with("return new P { X = 1 };"), kX, "b.cs:3 write"},
         {"made of what it is declared to be", with("P t = new() { X = 1 };"), kX, "b.cs:3 write"},
         {"copied", with("return p with { X = 1 };"), kX, "b.cs:3 write"},
         {"copied of another", with("return q with { X = 1 };"), kX, ""},
         {"a pattern of a type", with("return o is P { X: 1 };"), kX, "b.cs:3 read"},
         {"a pattern of another", with("return o is Q { X: 1 };"), kX, ""},
         {"a pattern", with("return p is { X: > 0 };"), kX, "b.cs:3 read"},
         {"a case", with("switch (p) { case { X: 1 }: return 1; }"), kX, "b.cs:3 read"},
         {"an arm", with("return p switch { { X: 1 } => 1, P { X: 2 } k => 2, _ => 0 };"), kX,
          "b.cs:3 read, b.cs:3 read"}});
}

TEST_CASE("the body of a macro calls") {
  const auto with = [](const std::string& macro) {
    return Sources{{"a.h", "void fail(int x);\n" + macro + "\n"},
                   {"a.c", "#include \"a.h\"\nvoid fail(int x) {}\n"}};
  };
  check({{"in a statement", with("#define CHECK(x) do { if (!(x)) fail(x); } while (0)"), "fail",
          "a.h:2 call?"},
         {"in a line behind", with("#define CHECK(x) \\\n  1 + fail(x)"), "fail", "a.h:3 call?"},
         {"not what it declares", with("#define CHECK(x) int fail(int x)"), "fail", ""},
         {"behind a cast", with("#define CHECK(x) ((void (*)(int))(fail(x)))"), "fail",
          "a.h:2 call?"},
         {"a parameter", with("#define CHECK(fail, x) fail(x)"), "fail", ""},
         {"on a value", with("#define CHECK(x) (x)->fail(1)"), "fail", ""},
         {"a piece of a name", with("#define CHECK(x) x##fail(1)"), "fail", ""},
         {"in a text", with("#define CHECK(x) \"fail(1)\""), "fail", ""}});
}

TEST_CASE("what an inline namespace has, the one around it has") {
  const auto with = [](const std::string& head, const std::string& end) {
    return Sources{{"a.h", head + " inline int go(int x) { return x; } " + end + "\n"},
                   {"a.cc", "#include \"a.h\"\nint f() { return a::go(1); }\n"}};
  };
  check({{"", with("namespace a { inline namespace v1 {", "} }"), "a.go", "a.cc:2 call"},
         {"in one piece", with("namespace a::inline v1 {", "}"), "a.go", "a.cc:2 call"},
         {"around another",
          {{"a.h", "namespace a::inline v1::b { inline int go(int x) { return x; } }\n"},
           {"a.cc", "#include \"a.h\"\nint f() { return a::b::go(1); }\n"}},
          "a.b.go",
          "a.cc:2 call"},
         {"not of another", with("namespace a { namespace v1 {", "} }"), "a.v1.go", ""}});
}

TEST_CASE("an object that is said to satisfy a type has its properties") {
  check({{"",
          {{"a.ts", "export interface Opt { name: string }\n"},
           {"b.ts",
            "import { Opt } from './a';\nconst d = { name: 'x' } satisfies Opt;\n"
            "const e = { name: 'x' } as Opt;\n"}},
          "a.Opt.name",
          "b.ts:2 write, b.ts:3 write"}});
}
