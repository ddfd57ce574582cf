// Texts that their grammars do not understand as they stand, and the bounds of reading them again.
#include "engine/readers/languages/readings.h"

#include <time.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/unit/engine/defined.h"

using namespace dossier;
using namespace dossier::languages;
using namespace dossier::test;
using std::chrono::milliseconds;

namespace {

const Language& language(const char* name) { return named(name); }

size_t count_readings(const Language& own, const std::string& text, ParseBounds& bounds) {
  return readings_of(own, text, bounds).size();
}

std::string many_branches(int count) {
  std::string text = "#if A0\nint f0(void) {\n";
  for (int i = 1; i < count; ++i) {
    text += "#elif A" + std::to_string(i) + "\nint f" + std::to_string(i) + "(void) {\n";
  }
  return text + "#endif\n  return 1;\n}\n";
}

void spend(milliseconds time) {
  const auto spent = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  };
  for (const auto end = spent() + time; spent() < end;) {
  }
}

}  // namespace

TEST_CASE("macros that stand like attributes do not hide what they stand before", "[readings]") {
  CHECK(defined_in("db.hh",
                   "namespace level {\n"
                   "class LEVEL_EXPORT DB : public Base {\n"
                   " public:\n"
                   "  virtual int Put(int key) = 0;\n"
                   "  int size GUARDED_BY(mutex_);\n"
                   "};\n"
                   "}\n") ==
        Found{"class level.DB 2-6", "Field level.DB.size 5", "Method level.DB.Put 4"});
  CHECK(defined_in("o.hh",
                   "namespace level {\nstruct LEVEL_EXPORT Options {\n  int size;\n};\n}\n") ==
        Found{"struct level.Options 2-4", "Field level.Options.size 3"});
  CHECK(defined_in("a.c", "static int __init start(void)\n{\n\treturn 0;\n}\n") ==
        Found{"Function start 1-4"});
}

TEST_CASE("macros stand before types with a path, and before what makes objects", "[readings]") {
  CHECK(defined_in("app.hh",
                   "namespace cli {\n"
                   "INLINE App::App(std::string name) : name_(std::move(name)) { run(); }\n"
                   "INLINE App::~App() { run(); }\n"
                   "INLINE std::string simple(const App *app);\n"
                   "class App {\n"
                   "  NODISCARD std::size_t count() const { return 1; }\n"
                   "  NODISCARD std::vector<int> all() const;\n"
                   "};\n"
                   "INLINE void App::run() { CHECK std::move(1); }\n"
                   "}\n") == Found{"class cli.App 5-8", "Constructor cli.App.App 2",
                                   "Method cli.App.~App 3", "Method cli.App.count 6",
                                   "Method cli.App.all 7", "Method cli.App.run 9",
                                   "Function cli.simple 4"});
}

TEST_CASE("types in capitals are no macros before a path or an operator", "[readings]") {
  const std::string text =
      "class AABB {\n"
      "  AABB operator*(float k) const;\n"
      "};\n"
      "AABB AABB::operator*(float k) const { return *this; }\n"
      "HRESULT ns::Foo<int>::run() { return 0; }\n"
      "class EXPORT X { int y; };\n"
      "INLINE std::string f() { return {}; }\n";
  const auto source = read({"a.cpp", text}, *of("a.cpp"));
  REQUIRE(source);
  std::string signatures;
  for (const Type& type : source->module.types)
    for (const Member& member : type.members) signatures += std::string(member.signature) + "\n";
  CHECK(signatures.find("AABB operator*(float k) const") != signatures.npos);
  CHECK(signatures.find("HRESULT") != signatures.npos);
}

TEST_CASE("loops in the name of a macro are blocks", "[readings]") {
  CHECK(defined_in("a.c",
                   "int f(void) {\n"
                   "  list_for_each(at, list) {\n"
                   "    if (at) { g(at); }\n"
                   "  }\n"
                   "  return 0;\n"
                   "}\n") == Found{"Function f 1-6"});
}

TEST_CASE("a keyword in the name of a macro hides nothing behind its block", "[readings]") {
  // What stands behind is lost where a block is not understood.
  const char* const blocks[] = {
      "  SPDLOG_TRY {\n    format(m);\n  }\n  SPDLOG_CATCH(m)\n",
      "  SPDLOG_TRY { format(m); }\n  SPDLOG_CATCH(source(m))\n",
      "  Q_FOREVER {\n    if (m) { g(m); }\n  }\n",
      "  EMPTY_LOOP {}\n  g(m);\n",
      "  forever {\n    g(m);\n  }\n",
      "  if (m) RETRY { g(m); } else RETRY_LOOP { g(1); }\n",
      "  foreach (const Item& one, m) {\n    g(one);\n  }\n",
      "  Q_FOREACH(const Item& one, m) {\n    g(one);\n  }\n",
      "  BOOST_FOREACH(const Item& one, m)\n    g(one);\n",
  };
  for (const std::string block : blocks) {
    CAPTURE(block);
    const auto lines = std::count(block.begin(), block.end(), '\n');
    const auto line = [&](int64_t behind) { return std::to_string(lines + behind); };
    CHECK(defined_in("a.cc", "namespace n {\nvoid Sink::log(int m) {\n" + block +
                                 "}\nvoid Sink::flush() { log(1); }\n}\n") ==
          Found{"partial n.Sink 2-" + line(4), "Method n.Sink.log 2-" + line(3),
                "Method n.Sink.flush " + line(4)});
  }
  // Values are no blocks, whatever makes them.
  CHECK(defined_in("a.cc",
                   "int EXPORTED f() {\n  Guard{lock};\n  Guard{[] { g(); }};\n  return 1;\n}\n") ==
        Found{"Function f 1-5"});
}

TEST_CASE("definitions of every branch are kept", "[readings]") {
  CHECK(defined_in("a.c",
                   "#ifdef WIDE\n"
                   "int open_wide(int flags) {\n"
                   "#else\n"
                   "int open_narrow(void) {\n"
                   "#endif\n"
                   "  return 1;\n"
                   "}\n"
                   "int after(void) { return 2; }\n") ==
        Found{"Function open_wide 2-7", "Function open_narrow 4-7", "Function after 8"});
  CHECK(defined_in("Log.cs",
                   "namespace Shop {\n"
                   "interface ILog\n"
                   "#if FEATURE\n"
                   "  : IDisposable {\n"
                   "#else\n"
                   "{\n"
                   "#endif\n"
                   "  void Write(string text);\n"
                   "}\n"
                   "}\n") == Found{"interface Shop.ILog 2-9", "Method Shop.ILog.Write 8"});
  CHECK(defined_in("Session.swift",
                   "open class Session {\n"
                   "  #if os(Linux)\n"
                   "  func linux() -> Int { 1 }\n"
                   "  #else\n"
                   "  func other(\n"
                   "    #if DEBUG\n"
                   "    _ a: Int\n"
                   "    #else\n"
                   "    _ b: Int\n"
                   "    #endif\n"
                   "  ) {}\n"
                   "  #endif\n"
                   "}\n") ==
        Found{"class Session 1-13", "Method Session.linux 3", "Method Session.other 5-11"});
}

TEST_CASE("code that nobody compiles is read last", "[readings]") {
  CHECK(defined_in("a.c",
                   "#if 0\n"
                   "int old(void) {\n"
                   "#else\n"
                   "int current(void) {\n"
                   "#endif\n"
                   "  return 1;\n"
                   "}\n")
            .front() == "Function current 4-7");
}

TEST_CASE("macros that define a function name it", "[readings]") {
  CHECK(defined_in("a.c",
                   "SYSCALL_DEFINE2(open, const char __user *, name,\n"
                   "                int, flags)\n"
                   "{\n"
                   "\treturn do_open(name);\n"
                   "}\n") == Found{"Function open 1-5"});
  CHECK(defined_in("a_test.cc",
                   "TEST(Suite, Name) { run(); }\n"
                   "TEST_F(Suite, Other) {\n"
                   "  run();\n"
                   "}\n"
                   "TEST_CASE(\"adds numbers\", \"[x]\") { run(); }\n"
                   "TEST_CASE_METHOD(Fixture, \"named, too\") { run(); }\n") ==
        Found{"Function Suite.Name 1", "Function Suite.Other 2-4", "Function adds numbers 5",
              "Function named, too 6"});
  CHECK(defined_in("c_test.cc",
                   "TEST_CASE( \"the && operator\" ) { run(); }\n"
                   "TEST_CASE\n(\n  \"on lines\",\n  \"[x]\"\n)\n{\n  run();\n}\n"
                   "TEST_CASE(\"in two \"\n          \"pieces\") { run(); }\n"
                   "bool operator==(A, A) { return true; }\n") ==
        Found{"Function the && operator 1", "Function on lines 2-9", "Function in two pieces 10-11",
              "Method operator== 12"});
  // A call is no definition, and a name needs room.
  CHECK(defined_in("b.cc", "int f() { TEST(a, b); return 0; }\n") == Found{"Function f 1"});
}

TEST_CASE("a declaration of Kotlin may end in front of a brace", "[readings]") {
  CHECK(defined_in("A.kt",
                   "class A { companion object { val y = 1 } }\n"
                   "interface V { fun v(x: Int): Int }\n"
                   "fun interface W { fun w(): Int }\n"
                   "class B { class C }\n"
                   "val text = \"${ x }\"\n") ==
        Found{"class A 1", "Property A.y 1", "object A.Companion 1", "interface V 2",
              "Method V.v 2", "interface W 3", "Method W.w 3", "class B 4", "class B.C 4",
              "Variable text 5"});
}

TEST_CASE("declarations of Kotlin may end in front of several braces", "[readings]") {
  CHECK(defined_in("A.kt",
                   "object H {\nclass Dsl private constructor() {\n  companion object {\n  }\n"
                   "  fun one() {\n  }}}\nfun two() {}\n") ==
        Found{"object H 1-6", "class H.Dsl 2-6", "Constructor H.Dsl.constructor 2",
              "Method H.Dsl.one 5-6", "object H.Dsl.Companion 3", "Function two 7"});
  CHECK(defined_in("A.kt",
                   "object C {\n  class Dsl private constructor(\n  ) {\n"
                   "    companion object {\n    }\n"
                   "    inline operator fun com.DslList<com.ByteString, P>.plusAssign(value: "
                   "com.ByteString) {\n    }}\n}\n"
                   "inline fun x.C.copy(block: io.seldon.C.Dsl.() -> kotlin.Unit): x.C =\n"
                   "  io.seldon.C.Dsl.create(this).apply { block() }.build()\n") ==
        Found{"object C 1-8", "class C.Dsl 2-7", "Constructor C.Dsl.constructor 2",
              "Method C.Dsl.plusAssign 6-7", "object C.Dsl.Companion 4", "Function copy 9-10"});
  // Behind a value another semicolon is wanted, and room for it.
  CHECK(defined_in("A.kt", "class A { companion object { val y = 1  }}\nclass B\n") ==
        Found{"class A 1", "Property A.y 1", "object A.Companion 1", "class B 2"});
}

TEST_CASE("words that the grammar of Swift does not know hide nothing", "[readings]") {
  const char* const bodies[] = {
      "if let r = try await g() { k() }",
      "if let r = try? await g(), let s = try await h() { k() }",
      "if try await g().x { k() }",
      "while let l = try await n() { k() }",
      "switch try await h() { case .a: k()\n default: j() }",
      "for x in try await b() { k() }",
      "unsafe setenv()",
      "let a = consume x",
      "f(copy x)",
      "f(#_sourceLocation, k())",
  };
  for (const char* body : bodies) {
    CAPTURE(body);
    const bool is_long = std::string(body).find('\n') != std::string::npos;
    CHECK(defined_in("a.swift", "struct S {\nfunc f() async throws {\n" + std::string(body) +
                                    "\n}\nfunc g() { }\n}\n") ==
          Found{is_long ? "struct S 1-7" : "struct S 1-6",
                is_long ? "Method S.f 2-5" : "Method S.f 2-4",
                is_long ? "Method S.g 6" : "Method S.g 5"});
  }
  const char* const members[] = {
      "func f<A: B>(_ a: A.Type) throws(E) -> A { }",
      "func f() async throws(any Error) { }",
      "func f(at: SourceLocation = #_sourceLocation) { }",
      "func f(a: sending Foo) { }",
      "func f(a: (Int) throws(E) -> Void) { }",
      "func f(copy a: Int) throws(E) { }",
      "#warning(\"later\") \nfunc f() { }",
  };
  for (const char* member : members) {
    CAPTURE(member);
    const bool is_long = std::string(member).find('\n') != std::string::npos;
    CHECK(defined_in("a.swift", "struct S {\n" + std::string(member) + "\nfunc g() { }\n}\n") ==
          Found{is_long ? "struct S 1-5" : "struct S 1-4",
                is_long ? "Method S.f 3" : "Method S.f 2",
                is_long ? "Method S.g 4" : "Method S.g 3"});
  }
  CHECK(defined_in("a.swift",
                   "struct S {\nnonisolated(unsafe) static var x = 1\nfunc copy() { }\n}\n") ==
        Found{"struct S 1-4", "Method S.copy 3", "Property S.x 2"});
}

TEST_CASE("a macro in the place of private: and types that macros are given do not damage a class",
          "[readings]") {
  CHECK(defined_in("a.hpp",
                   "class A {\n"
                   "  PRIVATE_UNLESS_TESTED:\n"
                   "    using lexer = B<A>;\n"
                   "    void check() const { }\n"
                   "};\n") == Found{"class A 1-5", "Method A.check 4", "alias A.lexer 3"});
  CHECK(defined_in("a_test.cc",
                   "void run() {\n"
                   "  CHECK_THROWS_AS(f(1), std::exception&);\n"
                   "  CHECK_THROWS_WITH_AS(f(a & b), \"no\", json::type_error&);\n"
                   "}\n") == Found{"Function run 1-4"});
}

TEST_CASE("Go makes pointers to values anew", "[readings]") {
  CHECK(defined_in(
            "a.go",
            "package a\n"
            "func helper(i int) int { return i }\n"
            "func Use() *int { return new(helper(3)) }\n"
            "var s = f(new(\"x\"), new(1 + 2), new(-1), new(true), new(a.b[c](d)), new([]int{1}))\n"
            "var t = f(new(T), new(a.T), new([]T), new(map[K]V), new(func() T), new(L[A]), "
            "new([]struct{ a int }))\n") ==
        Found{"Variable a.s 4", "Variable a.t 5", "Function a.helper 2", "Function a.Use 3"});
}

TEST_CASE("a base of Scala that takes two lists of arguments does not hide what its class holds",
          "[readings]") {
  CHECK(defined_in("A.scala",
                   "class H[A](implicit ev: G[A]) extends E[A]()(ev) with G[X[A]] {\n"
                   "  def hash(x: X[A]): Int = 1\n"
                   "}\n"
                   "class J extends K.L(1)(2) {\n"
                   "  def m = 2\n"
                   "}\n") == Found{"class H 1-3", "Constructor H.constructor 1", "Method H.hash 2",
                                   "class J 4-6", "Method J.m 5"});
  // A list that stays open, as while it is typed, takes nothing of what follows with it.
  const Found open = defined_in("A.scala", "class A extends B(1)(\nclass C { def m = 2 }\n", 1);
  CHECK(std::any_of(open.begin(), open.end(),
                    [](const std::string& one) { return one.ends_with(".m 2"); }));
}

TEST_CASE("values, ranges and attributes of Swift that its grammar does not know are read",
          "[readings]") {
  const char* const bodies[] = {
      "p.succeed(())",
      "f((), a: 1)",
      "f(value: ())",
      "return (a: 1, b: ())",
      "x.map { _ in () }",
      "switch x { case .a: ()\n case .b:\n ()\n case .c: return ()\n }",
      "() = try g()",
      "switch x { case .min..<0: k()\n case (a + 1)...b: k()\n default: k()\n }",
      "let a = B(c)\n | D(e)\n ^ F(g)\n << 2\n || h",
      "nonisolated(unsafe) var x = 1",
      "future.nonisolated().get()",
      "var a: Int { borrowing get { 1 } }",
      "g { (_: (), a: Int) -> Int in 1 }",
  };
  for (const char* body : bodies) {
    CAPTURE(body);
    const Found found =
        defined_in("a.swift", "struct S {\nfunc f() {\n" + std::string(body) + "\n}\n}\n");
    CHECK(found.size() == 2);
  }
  const char* const members[] = {
      "typealias R<B> = Q<B> where B: C, B.D: E",
      "associatedtype D: Q\nwhere\n  D.A == B,\n  D.C == E",
      "@_lifetime(borrow self)\nvar a: Int { get }",
      "func g(isolation: isolated (any Actor)? = #isolation) { }",
      "func g(a: sending @escaping ((any Error)?) async throws -> Void) { }",
      "func g(a: () -> Int, b: @escaping () async throws -> ()) -> () { }",
  };
  for (const char* member : members) {
    CAPTURE(member);
    const std::string text = "protocol P {\n" + std::string(member) + "\nfunc f()\n}\n";
    const auto lines = std::count(text.begin(), text.end(), '\n');
    const Found found = defined_in("a.swift", text);
    CHECK(found.front() == "protocol P 1-" + std::to_string(lines));
    CHECK(std::count(found.begin(), found.end(), "Method P.f " + std::to_string(lines - 1)) == 1);
  }
  // A clause that is not the declaration's stays.
  CHECK(defined_in("a.swift", "func f<A>(a: A) where A: B { }\nextension C where D == E { }\n")
            .size() == 2);
}

TEST_CASE("an annotation of Kotlin with arguments does not hide what it stands before",
          "[readings]") {
  CHECK(defined_in("A.kt",
                   "enum class N { A, B }\n"
                   "@Json(name = \"x\", b = [1]) data class P(@Json(name = \"q\") val a: Int)\n"
                   "class Q\n"
                   "@Target(TYPE) annotation class R\n") ==
        Found{"enum N 1", "EnumMember N.A 1", "EnumMember N.B 1", "class P 2",
              "Constructor P.constructor 2", "Property P.a 2", "class Q 3", "class R 4"});
  // Before a type without a constructor and another annotation.
  CHECK(defined_in("A.kt",
                   "@Suppress(\"x\")\n@Serializable\nclass P { val a = 1; fun b() = 1 }\n"
                   "@Serializable @Suppress(\"x\") interface Q { fun c(): Int }\n"
                   "@Target(X.A)\n@RequiresOptIn\npublic annotation class R\n"
                   "internal interface S { companion object { val d = 1 } }\n") ==
        Found{"class P 3", "Method P.b 3", "Property P.a 3", "interface Q 4", "Method Q.c 4",
              "class R 7", "interface S 8", "Property S.d 8", "object S.Companion 8"});
}

TEST_CASE("receivers in types of Kotlin, accessors and macros of Swift hide nothing",
          "[readings]") {
  CHECK(defined_in("A.kt", "typealias H = suspend context(Raise) Ctx.() -> Int\nclass Q\n") ==
        Found{"alias H 1", "class Q 2"});
  CHECK(defined_in("A.swift",
                   "struct P {\n"
                   "  var a: Int {\n"
                   "    unsafeAddress { return x }\n"
                   "    nonmutating unsafeMutableAddress { return y }\n"
                   "  }\n"
                   "  var b: Int { _read { yield x } nonmutating _modify { yield &x } }\n"
                   "}\n"
                   "public macro m<T>(_ v: T) -> T = #externalMacro(module: \"M\", type: \"S\")\n"
                   "func after() {}\n",
                   1) == Found{"struct P 1-7", "Property P.a 2-5", "Property P.b 6", "Macro m 8",
                               "Function after 9"});
}

TEST_CASE(
    "a delegate of Kotlin does not take the body of its class, nor an annotation a constructor",
    "[readings]") {
  CHECK(defined_in("A.kt",
                   "class A(t: T) : I by t {\n"
                   "  val a = 1\n"
                   "}\n"
                   "class B(t: T) : J, I by t.inner(1) { fun b() = 1 }\n"
                   "object C : I by T(1), J { val c by lazy { 2 } }\n"
                   "class D\n"
                   "@Inject\n"
                   "internal constructor(val d: T) {\n"
                   "  val e by lazy { 3 }\n"
                   "}\n") ==
        Found{"class A 1-3", "Constructor A.constructor 1", "Property A.a 2", "class B 4",
              "Constructor B.constructor 4", "Method B.b 4", "object C 5", "Property C.c 5",
              "class D 6-10", "Constructor D.constructor 8", "Property D.d 8", "Property D.e 9"});
}

TEST_CASE("macros in front of what has no type do not hide it", "[readings]") {
  CHECK(defined_in("a.hh",
                   "class Paper {\n"
                   " public:\n"
                   "  LIB_CONSTEXPR20 ~Paper() { release(); }\n"
                   "  LIB_CONSTEXPR Paper(int v, S s) noexcept : value(v), style(s) {}\n"
                   "  LIB_CONSTEXPR Paper(Paper&& p) : detail::Base<int>(p) {}\n"
                   "  int value;\n"
                   "  S style;\n"
                   "};\n") == Found{"class Paper 1-8", "Field Paper.value 6", "Field Paper.style 7",
                                    "Method Paper.~Paper 3", "Constructor Paper.Paper 4",
                                    "Constructor Paper.Paper 5"});
}

TEST_CASE("macros behind names do not hide them", "[readings]") {
  CHECK(defined_in("a.hh",
                   "class Ink LIB_FINAL : public Paper { int a(int x LIB_UNUSED, char c); };\n"
                   "enum class Color { red LIB_DEPRECATED, green = 2 };\n") ==
        Found{"class Ink 1", "Method Ink.a 1", "enum Color 2", "EnumMember Color.red 2",
              "EnumMember Color.green 2"});
  // The type of a structure is no name.
  CHECK(defined_in("a.c",
                   "static struct page __init first(void) { return P; }\n"
                   "int pages(int COUNT, const struct page PAGE) { return 1; }\n"
                   "static int __init x(void) { return 1; }\n") ==
        Found{"Function first 1", "Function pages 2", "Function x 3"});
}

TEST_CASE("macros among a template's parameters do not hide it", "[readings]") {
  CHECK(defined_in("a.hh",
                   "template <typename T, ENABLE_IF(T::size > 3 && !T::is_list)>\n"
                   "auto first(T t) -> int { return 1; }\n"
                   "template <ENABLE_IF(kWide > 3), typename T>\n"
                   "auto second(T t) -> int { if CONSTEXPR17 (kWide > 1) return 1; return 2; }\n"
                   "DECLARE_TYPE(signed char, int);\n"
                   "struct Last { int a(); };\n") ==
        Found{"Function first 2", "Function second 4", "struct Last 6", "Method Last.a 6"});
}

TEST_CASE("what the grammars of C and C++ do not know hides nothing", "[readings]") {
  CHECK(defined_in(
            "a.hh",
            "enum class Color { red [[deprecated]], green [[deprecated(\"old\")]] = 2, blue };\n"
            "struct Bits { enum : unsigned { low = 1, high = 2 }; };\n"
            "int draw(Color color = {}, Bits bits = {}) {\n"
            "  if (unsigned(low) < unsigned(high)) return unsigned(bits) | long(color);\n"
            "  return 0;\n"
            "}\n"
            "extern template auto next<char>(int) -> int;\n"
            "struct Last { int a(); };\n") ==
        Found{"enum Color 1", "EnumMember Color.red 1", "EnumMember Color.green 1",
              "EnumMember Color.blue 1", "struct Bits 2", "EnumMember Bits.low 2",
              "EnumMember Bits.high 2", "Function draw 3-6", "struct Last 8", "Method Last.a 8"});
  // A type of functions, and a pointer to one, stay whole.
  CHECK(defined_in("b.hh",
                   "enum E { a [[deprecated]] };\n"
                   "std::function<unsigned(int)> f;\n"
                   "int g(unsigned (*next)(int));\n") ==
        Found{"enum E 1", "EnumMember E.a 1", "Variable f 2", "Function g 3"});
}

TEST_CASE("a returned value in braces is no loop", "[readings]") {
  CHECK(defined_in("a.c",
                   "static int __init one(void) { return 1; }\n"
                   "struct point origin(void) {\n"
                   "  return (struct point){.x = 0};\n"
                   "}\n") == Found{"Function one 1", "Function origin 2-4"});
}

TEST_CASE("generic signatures of TypeScript need no semicolons", "[readings]") {
  CHECK(defined_in("a.ts",
                   "interface Handler<E> {\n"
                   "  <P extends string = any>(\n"
                   "    ...handlers: [Handler<E>, Maker<P>]\n"
                   "  ): Base<E, X>\n"
                   "\n"
                   "  // second\n"
                   "  <P extends string>(path: P): Base<E, Y>\n"
                   "  <P>(path: P): E\n"
                   "  name: string\n"
                   "}\n"
                   "export type After = {\n"
                   "  <T>(a: T): void\n"
                   "  <T>(a: T, b: T): void\n"
                   "  call: <T>() =>\n"
                   "    <U>(u: U) => T\n"
                   "}\n"
                   "export class Last {}\n") ==
        Found{"interface a.Handler 1-10", "Property a.Handler.name 9", "alias a.After 11-16",
              "Property a.After.call 14-15", "class a.Last 17"});
}

TEST_CASE("reading again has a bound in branches", "[readings]") {
  const std::string text = many_branches(9);
  ParseBounds bounds(milliseconds(5000), text.size());
  CHECK(count_readings(language("C"), text, bounds) == kMostReadings + 1);
  // Of the branches beyond it the text as it stands tells.
  CHECK(defined_in("a.c", text).size() >= kMostReadings);
}

TEST_CASE("reading again has a bound in size", "[readings]") {
  const std::string damaged = many_branches(2);
  const std::string fill(kMostReread, ' ');
  ParseBounds bounds(milliseconds(60000), fill.size());
  CHECK(count_readings(language("C"), damaged, bounds) == 3);
  CHECK(count_readings(language("C"), damaged + fill, bounds) == 1);
}

TEST_CASE("reading again has a bound in time", "[readings]") {
  const std::string damaged = many_branches(2);
  ParseBounds bounds(milliseconds(400), damaged.size());
  spend(milliseconds(210));
  CHECK(count_readings(language("C"), damaged, bounds) == 1);
}

TEST_CASE("reading again has a bound in memory", "[readings]") {
  std::string statements;
  while (statements.size() < 300'000) statements += "int a = b(c, d[e], f->g) + h * (i - j);\n";
  const std::string damaged = many_branches(2);
  ParseBounds bounds(std::chrono::minutes(10), damaged.size());
  std::vector<Tree> trees;
  while (!bounds.memory().is_strained()) trees.push_back(parse(language("C"), statements, bounds));
  CHECK_FALSE(bounds.memory().is_over());
  CHECK(count_readings(language("C"), damaged, bounds) == 1);
}

// Its grammar's scanner looks for the end of an annotation past the end of the file.
TEST_CASE("a file of Kotlin may end within an annotation", "[readings]") {
  for (const char* last : {"@", "@Foo", "@file", "@Foo(\"x\")", "@Foo(\"x\"", "@file:Foo(1)\t"})
    for (const char* before : {"val r: Int\n", "class A {\n  val r: Int\n  "}) {
      INFO(before << last);
      const auto source = read({"A.kt", std::string(before) + last}, *of("A.kt"));
      REQUIRE(source);
      CHECK(!source->module.types.empty());
    }
}

// Its grammar's scanner compares what follows a directive with the end of its own string, which the
// lexer's sign for the end of a text and a NUL are both equal to.
TEST_CASE("a file of Swift may end within a directive, and hold NULs", "[readings]") {
  const std::string type = "class A {\n  func f() {}\n}\n";
  for (const std::string& text :
       {type + "#if", type + "#", type + "#endif", "#if" + std::string(5, '\0') + "\n" + type}) {
    const auto source = read({"A.swift", text}, *of("A.swift"));
    REQUIRE(source);
    REQUIRE(source->module.types.size() == 1);
    CHECK(source->module.types[0].members.size() == 1);
  }
}

TEST_CASE("a NUL in a source is read as a space", "[readings]") {
  std::string text = "int first(int a) { return a; }\nint second(int b) { return b; }\n";
  text[text.find(' ')] = '\0';
  text[text.rfind(' ')] = '\0';
  const auto source = read({"a.c", text}, *of("a.c"));
  REQUIRE(source);
  REQUIRE(source->module.types.size() == 1);
  CHECK(source->module.types[0].members.size() == 2);
  CHECK(source->damaged_lines == 0);
}
