// What implements an interface of Go by its methods: one row for each rule.
#include "queries/graph/method_sets.h"

#include <catch2/catch.hpp>
#include <string>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;
using test::Sources;

namespace {

std::string rows_of(Store& store, const Op& op, const char* identifier, const char* column,
                    const char* kind = "") {
  Arguments arguments;
  arguments.set("identifier", identifier);
  if (*kind != '\0') arguments.set("kind", kind);
  const auto answer = run_to_json(store, op, arguments);
  REQUIRE(answer.status() == 200);
  std::string out;
  const Json body = read_json(answer.body);
  for (const Json& hit : body["hits"].each()) out += (out.empty() ? "" : " ") + hit.text(column);
  return out;
}

constexpr const char* kStore =
    "package shop\nimport \"io\"\n"
    "type Key string\n"
    "type Reader interface { Get(key Key) (value int, err error) }\n"
    "type Store interface { Reader; io.Closer }\n"
    "type hidden interface { get() }\n"
    "type Foreign interface { Get(key Key) (int, error); other.Thing }\n"
    "type Any interface{}\n"
    "type Number interface { ~int | ~string; String() string }\n"
    "type Shown interface { Number; Show() }\n"
    "type Request struct{}\n"
    "type Doer interface { Do(r *Request) error }\n"
    "type Set interface { Put(a, b any); Each(f func(k Key) bool) }\n";

}  // namespace

TEST_CASE("an interface of Go is implemented by its methods") {
  struct Row {
    const char *about, *interface, *type, *found;
  };
  const Row rows[] = {
      {"by name, parameters and results", "shop.Reader",
       "type T struct{}\nfunc (t *T) Get(k shop.Key) (int, error) { return 1, nil }\n", "mem.T"},
      {"another parameter", "shop.Reader",
       "type T struct{}\nfunc (t *T) Get(k int) (int, error) { return 1, nil }\n", ""},
      {"another result", "shop.Reader",
       "type T struct{}\nfunc (t *T) Get(k shop.Key) int { return 1 }\n", ""},
      {"what an interface embeds is its own", "shop.Store",
       "type T struct{}\nfunc (t T) Get(k shop.Key) (int, error) { return 1, nil }\n"
       "func (t T) Close() error { return nil }\n",
       "mem.T"},
      {"of which a method is missing", "shop.Store",
       "type T struct{}\nfunc (t T) Get(k shop.Key) (int, error) { return 1, nil }\n", ""},
      {"methods of what is embedded are the type's", "shop.Store",
       "type base struct{}\nfunc (b *base) Close() error { return nil }\n"
       "type T struct { *base }\nfunc (t T) Get(k shop.Key) (int, error) { return 1, nil }\n",
       "mem.T"},
      {"all of them", "shop.Reader",
       "type base struct{}\nfunc (b *base) Get(k shop.Key) (int, error) { return 1, nil }\n"
       "type T struct { base }\n",
       "mem.base mem.T"},
      {"which a method of its own hides", "shop.Reader",
       "type base struct{}\nfunc (b *base) Get(k shop.Key) (int, error) { return 1, nil }\n"
       "type T struct { base }\nfunc (t T) Get() {}\n",
       "mem.base"},
      {"what embeds one that is not known is not told", "shop.Foreign",
       "type T struct{}\nfunc (t T) Get(k shop.Key) (int, error) { return 1, nil }\n", ""},
      {"what lists types is no type's by its methods", "shop.Number",
       "type T struct{}\nfunc (t T) String() string { return \"\" }\n", ""},
      {"nor what embeds such a one", "shop.Shown",
       "type T struct{}\nfunc (t T) String() string { return \"\" }\n"
       "func (t T) Show() {}\n",
       ""},
      {"nobody implements what has no methods", "shop.Any", "type T struct{}\nfunc (t T) M() {}\n",
       ""},
      {"small methods are of the package", "shop.hidden", "type T struct{}\nfunc (t T) get() {}\n",
       ""},
      {"a type of the own package is no namesake of another one", "shop.Doer",
       "type Request struct{}\ntype T struct{}\nfunc (t T) Do(r *Request) error { return nil }\n",
       ""},
      {"but may be called by any name of its package", "shop.Doer",
       "type T struct{}\nfunc (t T) Do(r *s.Request) error { return nil }\n", "mem.T"},
      {"an empty interface is any, and names share a type", "shop.Set",
       "type T struct{}\nfunc (t T) Put(x interface{}, y any) {}\n"
       "func (t T) Each(do func(k shop.Key) bool) {}\n",
       "mem.T"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    Store store = open_in_memory();
    test::add_sources(store, {{"shop/shop.go", kStore},
                              {"mem/mem.go", "package mem\nimport \"example.com/shop\"\n" +
                                                 std::string(row.type)}});
    std::string found;
    for (const char* type : {"mem.base", "mem.T"}) {
      const std::string all = " " + rows_of(store, kDerived, row.interface, "fullName") + " ";
      const std::string wanted = " " + std::string(type) + " ";
      if (all.find(wanted) == all.npos) continue;
      CHECK(all.find(wanted, all.find(wanted) + 1) == all.npos);  // once
      found.append(found.empty() ? "" : " ").append(type);
    }
    CHECK(found == row.found);
  }
}

TEST_CASE("types of Go are those of the packages that files import") {
  struct Row {
    const char *about, *method, *body;
    bool is_found;
  };
  const Row rows[] = {
      {"its package", "Do(r *Request)", "Do(x *a.Request) {}", true},
      {"another one with such a type", "Do(r *Request)", "Do(x *bb.Request) {}", false},
      {"of which the path alone differs", "Do(r *Request)", "Do(x *deep.Request) {}", false},
      {"one that is imported on both sides", "Do(r *other.Request)", "Do(x *bb.Request) {}", true},
      {"a program's own beside the library's", "Do(r time.Time)", "Do(x own.Time) {}", false},
      {"the library's", "Do(r time.Time)", "Do(x time.Time) {}", true},
      {"one that nothing imports", "Do(r *Request)", "Do(x *lost.Request) {}", true},
      {"what is sent through a channel, in brackets", "Do(c chan<- int) (<-chan int)",
       "Do(c chan<- int) <-chan int { return nil }", true},
      {"behind a channel", "Do(c <-chan int, n int) error",
       "Do(c <-chan int, n string) error { return nil }", false},
      {"names within the types of functions", "Do(f func(err error) (n int, e error)) error",
       "Do(f func(error) (int, error)) error { return nil }", true},
      {"within functions within functions", "Do(f func(g func(x, y int) bool) (done bool))",
       "Do(f func(func(int, int) bool) bool) {}", true},
      {"of another type", "Do(f func(err error) error)", "Do(f func(err string) error) {}", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    Store store = open_in_memory();
    test::add_sources(store, {{"a/a.go",
                               "package a\nimport (\n\"time\"\nother \"example.com/shop/b\"\n)\n"
                               "type Request struct{}\nvar _ time.Time\nvar _ other.Request\n"
                               "type Doer interface { " +
                                   std::string(row.method) + " }\n"},
                              {"b/b.go", "package b\ntype Request struct{}\n"},
                              {"x/a/a.go", "package a\ntype Request struct{}\n"},
                              {"internal/time/t.go", "package time\ntype Time struct{}\n"},
                              {"c/c.go",
                               "package c\nimport (\n\"time\"\n\"example.com/shop/a\"\n"
                               "deep \"example.com/shop/x/a\"\nbb \"example.com/shop/b\"\n"
                               "own \"example.com/shop/internal/time\"\n)\n"
                               "type T struct{}\nfunc (t *T) " +
                                   std::string(row.body) + "\n"}});
    CHECK(rows_of(store, kDerived, "a.Doer", "fullName") == (row.is_found ? "c.T" : ""));
  }
}

TEST_CASE(
    "a module below a folder is found by what paths end in, and its root may be called anything") {
  const auto found = [](const char* path, const char* import) {
    Store store = open_in_memory();
    test::add_sources(
        store,
        {{path, "package a\ntype Request struct{}\ntype Doer interface { Do(r *Request) }\n"},
         {"services/x/b/b.go", "package b\n"},
         {"c/c.go", "package c\nimport a \"" + std::string(import) +
                        "\"\ntype T struct{}\nfunc (t *T) Do(r *a.Request) {}\n"}});
    return rows_of(store, kDerived, "a.Doer", "fullName");
  };
  CHECK(found("services/x/a/a.go", "example.com/x/a") == "c.T");
  CHECK(found("services/x/a/a.go", "example.com/x/b") == "");
  CHECK(found("services/x/a/a.go", "example.com/y/z") == "");
  CHECK(found("a.go", "example.com/shop/v2") == "c.T");
}

TEST_CASE("who implements an interface of Go is asked in every way") {
  Store store = open_in_memory();
  test::add_sources(store,
                    {{"shop/shop.go", kStore},
                     {"mem/type.go", "package mem\ntype T struct{}\n"},
                     {"mem/get.go",
                      "package mem\nimport \"example.com/shop\"\n"
                      "func (t *T) Get(k shop.Key) (int, error) { return 1, nil }\n"},
                     {"other/type.go",
                      "package mem\ntype T struct{}\n"}});  // of the same name, in another folder
  CHECK(rows_of(store, kDerived, "shop.Reader", "moduleName") ==
        "shop/shop.go shop/shop.go mem/type.go");
  CHECK(rows_of(store, kDerived, "shop.Reader", "relation") == "base methods methods");
  CHECK(names(store, "implements:shop.Reader kind:struct") == "T");
  CHECK(names(store, "overrides:(in:Reader)") == "Get Get");  // that of Foreign, too
  CHECK(rows_of(store, kRefs, "shop.Reader.Get", "moduleName", "override") ==
        "shop/shop.go mem/get.go");
}

TEST_CASE("an interface whose methods are too common is not looked into") {
  Store store = open_in_memory();
  std::string types = "package mem\n";
  for (const char* name : {"A", "B", "C"})
    types += "type " + std::string(name) + " struct{}\nfunc (x " + name + ") Run() {}\n";
  test::add_sources(store,
                    {{"a.go", "package shop\ntype Job interface { Run() }\n"}, {"b.go", types}});
  const auto modules = store.index().modules("");
  AliasMap aliases(store.statements(), modules);
  ReceiverTypes receivers(store.statements(), aliases);
  const int64_t job =
      definition_called(store, resolve_scope(store.statements(), {}, {}), "shop.Job")->symbol;
  CHECK(MethodSets(store.statements(), aliases, receivers).implementing(job).size() == 3);
  CHECK(MethodSets(store.statements(), aliases, receivers, 4).implementing(job).size() == 3);
  CHECK(MethodSets(store.statements(), aliases, receivers, 3).implementing(job).empty());
}

// Each path through what is embedded would be looked at: seven types below each other in all
// orders.
TEST_CASE("types that embed each other are each looked at once") {
  Store store = open_in_memory();
  std::string types = "package mem\n", faces = "package shop\n";
  for (int i = 0; i < 12; ++i) {
    types += "type S" + std::to_string(i) + " struct {\n";
    faces += "type F" + std::to_string(i) + " interface { M" + std::to_string(i) + "()\n";
    for (int j = 0; j < 12; ++j)
      if (i != j) types += "  *S" + std::to_string(j) + "\n";
    for (int j = i + 1; j < 12; ++j) faces += "  F" + std::to_string(j) + "\n";
    types += "}\n";
    faces += "}\n";
  }
  types +=
      "type Z struct{}\nfunc (z Z) Foo() {}\nfunc (s S3) Foo() {}\nfunc (s S3) Bar(n int) {}\n";
  std::string all = "type All struct{}\n";
  for (int i = 0; i < 12; ++i) all += "func (a All) M" + std::to_string(i) + "() {}\n";
  test::add_sources(store, {{"shop/shop.go", faces + "type I interface { Foo(); Bar() }\n"},
                            {"mem/mem.go", types + all}});
  CHECK(rows_of(store, kDerived, "shop.I", "fullName") == "");
  CHECK(rows_of(store, kDerived, "shop.F0", "relation") == "methods");
}

TEST_CASE("types of two projects are not one") {
  Store store = open_in_memory();
  test::add_sources(store, {{"a.go",
                             "package main\ntype T struct{}\nfunc (t T) Foo() {}\n"
                             "type I interface { Foo(); Bar() }\n"}});
  test::add_sources(store, {{"a.go", "package main\ntype T struct{}\nfunc (t T) Bar() {}\n"}},
                    "others");
  CHECK(rows_of(store, kDerived, "main.I", "fullName") == "");
}

TEST_CASE("an answer says that more types have the methods of an interface than are looked at") {
  const auto note = [](size_t types, const Op& op, const char* identifier, const char* kind) {
    std::string text = "package a\ntype Shape interface { Area() int }\n";
    for (size_t i = 0; i < types; ++i)
      text += "type T" + std::to_string(i) + " int\nfunc (t T" + std::to_string(i) +
              ") Area() int { return 1 }\n";
    Store store = open_in_memory();
    test::add_sources(store, {{"a/a.go", text}});
    Arguments arguments;
    arguments.set("identifier", identifier);
    if (*kind != '\0') arguments.set("kind", kind);
    return read_json(run_to_json(store, op, arguments).body).text("note").substr(0, 20);
  };
  constexpr const char* kMissing = "rows may be missing:";
  // The interface's own method is one of them.
  CHECK(note(MethodSets::kMostCandidates - 1, kDerived, "a.Shape", "") != kMissing);
  CHECK(note(MethodSets::kMostCandidates, kDerived, "a.Shape", "") == kMissing);
}

TEST_CASE("static methods and constants implement those of a trait, and override no others") {
  Store store = open_in_memory();
  test::add_sources(store, {{"src/a.rs",
                             "pub trait Tag { fn tag(x: u8) -> u8; const SIZE: u8; }\n"
                             "pub struct A;\npub struct B;\n"
                             "impl Tag for A { fn tag(x: u8) -> u8 { x } const SIZE: u8 = 1; }\n"
                             "impl B { fn tag(x: u8) -> u8 { x } const SIZE: u8 = 2; }\n"},
                            {"A.java",
                             "class Base { static void hidden() {} static final int ONE = 1; }\n"
                             "class Sub extends Base { static void hidden() {}\n"
                             "  static final int ONE = 2; }\n"}});
  CHECK(names(store, "overrides:crate.a.Tag.tag") == "tag");
  CHECK(names(store, "overrides:(in:Tag) in:A") == "SIZE tag");
  CHECK(names(store, "overrides:(in:Tag) in:B").empty());
  CHECK(names(store, "overrides:(in:Base)").empty());
}
