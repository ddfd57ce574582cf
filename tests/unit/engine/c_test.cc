// C and C++: declarators of every form, and headers that are one or the other.
#include <catch2/catch.hpp>

#include "engine/readers/languages/c/cpp_signs.h"
#include "tests/unit/engine/defined.h"

using namespace dossier;
using namespace dossier::test;

namespace {

std::string_view language_of_header(std::string_view text) {
  return snapshot::language_of("a.h", text)->name;
}

std::string signature_of(std::string_view name, const std::string& text) {
  const auto source = languages::read({"a.cc", text}, *languages::of("a.cc"));
  REQUIRE(source);
  for (const Type& type : source->module.types)
    for (const Member& member : type.members)
      if (member.full_name == name) return std::string(member.signature);
  return "nothing is called so";
}

}  // namespace

TEST_CASE("what a typedef or a variable writes out is not inside of it", "[c]") {
  CHECK(defined_in("a.c",
                   "typedef struct T { int a; struct In { int b; } in; } T;\n"
                   "typedef struct U_ { int a; } U;\n"
                   "static struct size { int w; } sizes[] = {{1}};\n"
                   "typedef enum { A1 } E;\n"
                   "struct point { int x; } origin(void) { return o; }\n") ==
        Found{"struct T 1", "Field T.a 1", "Field T.in 1", "struct T.In 1", "Field T.In.b 1",
              "alias U 2", "struct U_ 2", "Field U_.a 2", "Variable sizes 3", "Function origin 5",
              "struct size 3", "Field size.w 3", "enum E 4", "EnumMember E.A1 4", "struct point 5",
              "Field point.x 5"});
  CHECK(signature_of("sizes", "static struct size { int w; } sizes[] = {{1}};\n") ==
        "static struct size {…} sizes[]");
}

TEST_CASE("what is not understood is no owner, and no part of a signature", "[c]") {
  const std::string text =
      "template <typename T> class A {\n"
      "  auto move(A& other) -> bool {\n"
      "    T* data = other.data();\n"
      "    return @ false;\n"
      "  }\n"
      "  X basic(A&& other) noexcept\n"
      "      : y::A<T>(grow) {\n"
      "    move(other);\n"
      "  }\n"
      "  auto operator=(A&& other) noexcept -> A& {\n"
      "    return *this;\n"
      "  }\n"
      "};\n";
  CHECK(defined_in("a.cc", text, 3) ==
        Found{"Method operator= 1-12", "class A 1-9", "Method A.move 2-5", "Method A.basic 6-8"});
  CHECK(signature_of("operator=", text) == "auto operator=(A&& other) noexcept -> A&");
  CHECK(signature_of("write",
                     "extern \"C\" __declspec(dllimport) int __stdcall Write(void*, word);\n"
                     "bool write(int fd, T t = {}) { return true; }\n") ==
        "bool write(int fd, T t = {})");
}

TEST_CASE("types of functions, of pointers and of arrays have names", "[c]") {
  CHECK(defined_in("a.c",
                   "typedef void (called)(struct ctx*, void*);\n"
                   "typedef char *(*made)(void);\n"
                   "typedef char **(*listed)(void);\n"
                   "typedef int three[3];\n"
                   "typedef int plain(int);\n"
                   "typedef int (*calls[4])(int);\n"
                   "typedef int (*row)[3];\n") ==
        Found{"alias called 1", "alias made 2", "alias listed 3", "alias three 4", "alias plain 5",
              "alias calls 6", "alias row 7"});
}

TEST_CASE("fields and variables may point to functions and arrays", "[c]") {
  const Found found = {"struct S 1",           "Field S.allocate 1",  "Field S.table 1",
                       "Field S.names 1",      "Field S.row 1",       "Variable compare 2",
                       "Variable allocate 3",  "Variable table 4",    "Variable hook 5",
                       "Variable allocator 6", "Variable handlers 7", "Function f 8"};
  const std::string text =
      "struct S { void *(*allocate)(size_t); void (*table[4])(int); char **(*names)(void); int "
      "(*row)[3]; };\n"
      "int (*compare)(int) = 0;\n"
      "void *(*allocate)(size_t);\n"
      "static void (*table[4])(int);\n"
      "extern int (*hook)(void);\n"
      "void *(*allocator)(size_t) = malloc;\n"
      "static void (*handlers[2])(int) = {0, 0};\n"
      "void f(void) { int (*local)(int) = g; void *(*other)(void); }\n";
  CHECK(defined_in("a.c", text) == found);
  CHECK(defined_in("a.cc", text) == found);
  CHECK(
      defined_in("b.cc", "namespace n { void *(*allocate)(size_t); int (*c)(int) = nullptr; }\n") ==
      Found{"Variable n.allocate 1", "Variable n.c 1"});
}

TEST_CASE("pointers to pointers, templates of variables and friends", "[c]") {
  CHECK(defined_in(
            "a.cc",
            "struct S { void** a(); int*& b(); int* const* c() const; int*** d(); int*& e; };\n"
            "void** S::f() { return 0; }\n"
            "int*& S::g() { return e; }\n"
            "int **h, ***i = 0;\n"
            "int S::*j;\n"
            "template <typename T> inline constexpr bool k = true;\n"
            "template <> inline constexpr bool k<int> = false;\n"
            "struct U { template <typename T> static constexpr bool l = true; };\n"
            "namespace n { template <typename T> constexpr T m = T(3.14); int **o; }\n") ==
        Found{"struct S 1", "Field S.e 1", "Method S.a 1", "Method S.b 1", "Method S.c 1",
              "Method S.d 1", "Method S.f 2", "Method S.g 3", "Variable h 4", "Variable i 4",
              "Variable j 5", "Variable k 6", "Variable k 7", "struct U 8", "Field U.l 8",
              "Variable n.m 9", "Variable n.o 9"});
  CHECK(defined_in("a.hh",
                   "namespace n {\n"
                   "class W {\n"
                   "  friend void a(W&);\n"
                   "  friend W* b(W& w) { return &w; }\n"
                   "  friend class Q;\n"
                   "  void c();\n"
                   "};\n"
                   "}\n") ==
        Found{"class n.W 2-7", "Method n.W.c 6", "Function n.a 3", "Function n.b 4"});
}

TEST_CASE("each name of a typedef is one, and the members are the type's", "[c]") {
  CHECK(defined_in("a.c",
                   "typedef struct { int a; } T, *P;\n"
                   "typedef enum { B } E, *F;\n"
                   "typedef struct X { int c; } Y, *Z;\n"
                   "typedef struct V { int d; } V, *W;\n"
                   "typedef union { int u; } *U;\n") ==
        Found{"struct T 1", "Field T.a 1", "alias P 1", "enum E 2", "EnumMember E.B 2", "alias F 2",
              "alias Y 3", "alias Z 3", "struct X 3", "Field X.c 3", "struct V 4", "Field V.d 4",
              "alias W 4", "alias U 5", "Field U.u 5"});
}

TEST_CASE("conversions are methods", "[c]") {
  CHECK(defined_in("a.cc",
                   "struct A {\n"
                   "  explicit operator bool() const { return true; }\n"
                   "  operator const char *() const;\n"
                   "  template <typename T> operator T() const;\n"
                   "  operator std::function<int(int)>() const;\n"
                   "  int operator ()(int) const;\n"
                   "};\n"
                   "n::A::operator n::T &() const { return *t; }\n"
                   "A::operator const char *() const { return p; }\n") ==
        Found{"struct A 1-7", "Method A.operator bool 2", "Method A.operator const char* 3",
              "Method A.operator T 4", "Method A.operator std::function<int(int)> 5",
              "Method A.operator() 6", "Method A.operator const char* 9", "partial n.A 8",
              "Method n.A.operator n::T& 8"});
}

TEST_CASE("a header is C++ where it says so", "[c]") {
  for (const std::string_view text :
       {"class Line1 { public: int a(); };\n", "#pragma once\nenum class Color { red };\n",
        "struct A {\n  explicit A(int x);\n};\n", "struct A {\n  virtual ~A();\n};\n",
        "constexpr int kMost = 3;\n", "#ifdef X\n  namespace in { int a(); }\n#endif\n",
        "struct A {\n private:\n  int a;\n};\n", "MACRO_BEGIN\n  template <typename T> T f(T t);\n",
        "  using T = int;\n", "enum struct E : int { a };\n", "  class A;\n",
        "std::string name(void);\n", "#define A\n  class A final : B {};\n",
        "#ifdef __cplusplus\nextern \"C\" {\nint a();\n}\nclass A {};\n#endif\n"}) {
    CAPTURE(text);
    CHECK(language_of_header(text) == "C++");
  }
}

TEST_CASE("a header is C where it says nothing else", "[c]") {
  for (const std::string_view text :
       {"int a(void);\n", "/* class A { public: }; */\n// namespace n {\nint a(void);\n",
        "const char *text = \"class A {\";\n", "#define MAKE(x) namespace x { class A; }\nint a;\n",
        "#ifdef __cplusplus\nextern \"C\" {\nclass A;\n#if A\n#endif\n#endif\nint a(void);\n",
        "struct class *class;\nenum class { a } b;\nint f(int class, int namespace, int "
        "template);\n",
        "int explicit;\nint *virtual;\nunsigned private : 1;\nint using;\n",
        "void f(void) { class = 3; namespace = x < y; template = public ? private : protected; "
        "}\n"}) {
    CAPTURE(text);
    CHECK(language_of_header(text) == "C");
  }
}

TEST_CASE("what is looked at of a header has a bound", "[c]") {
  const std::string sign = "class A {};\n";
  std::string text = "int a;\n";
  text.append(languages::kMostOfHeader - text.size() - sign.size(), ' ');
  CHECK(languages::has_cpp_signs(text + sign));
  CHECK_FALSE(languages::has_cpp_signs(text + std::string(sign.size(), '\n') + sign));
}
