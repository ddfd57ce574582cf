// What is found through files that stand for a folder, that pass a name on, or that call a package
// otherwise: each row is a few sources and a definition that is asked about.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "queries/graph/dependencies.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"

using namespace dossier;

namespace {

using test::add_sources;

Json answer_to(Store& store, const Op& op, const std::string& identifier, bool by_name = false,
               const char* kind = "") {
  Arguments arguments;
  arguments.set("identifier", identifier);
  if (by_name) arguments.set("byName", "true");
  if (*kind != 0) arguments.set("kind", kind);
  return test::answer_to(store, op, arguments);
}

/// "file:line" of each hit, and how sure it is where it is not resolved.
std::string hits_of(const Json& answer) {
  return test::hits_in(answer, [](const Json& hit) {
    const std::string sure = hit.text("sure");
    return test::place_of(hit) + (sure.empty() || sure == "resolved" ? "" : " (" + sure + ")");
  });
}

}  // namespace

TEST_CASE("passed on: what names nothing that is here is counted by its last part") {
  Store store = open_in_memory();
  add_sources(store, {{"src/app.ts", "import { logger } from './lost'\n\nlogger()\n"},
                      {"src/other.ts", "import { logger } from './found'\nlogger()\n"},
                      {"src/found.ts", "export const logger = () => 1\n"},
                      {"src/log.ts", "export class Log { logger() { return 1 } }\n"}});
  const Json none = answer_to(store, kRefs, "src/log.Log.logger");
  CHECK(hits_of(none).empty());
  CHECK(none.text("note") ==
        "2 references go by the name 'logger' alone and may mean another: --by-name (byName) lists "
        "them");
  // Nothing calls it that is called itself.
  CHECK(answer_to(store, kCallers, "src/log.Log.logger").text("note") ==
        "1 reference goes by the name 'logger' alone and may mean another: refs "
        "src/log.Log.logger --by-name lists it");
  CHECK(answer_to(store, kCallers, "src/log.Log.logger", true).text("note") ==
        "1 call stands outside of functions: refs src/log.Log.logger --by-name lists it");
  CHECK(answer_to(store, kCallers, "src/found.logger").text("note") ==
        "1 call stands outside of functions: refs src/found.logger lists it");
  CHECK(hits_of(answer_to(store, kRefs, "src/log.Log.logger", true)) ==
        "src/app.ts:1 (by name) src/app.ts:3 (by name)");
  // Beside an answer, too.
  CHECK(answer_to(store, kRefs, "src/found.logger").text("note") ==
        "2 references go by the name 'logger' alone and may mean another: --by-name (byName) lists "
        "them");
  CHECK(hits_of(answer_to(store, kRefs, "src/found.logger", true, "call")) ==
        "src/app.ts:3 (by name) src/other.ts:2");
  // What is known to mean another one is none of them.
  add_sources(store,
              {{"own/a.ts", "import { logger } from './b'\nlogger()\n"},
               {"own/b.ts", "export const logger = () => 1\n"}},
              "own");
  CHECK(hits_of(answer_to(store, kRefs, "src/found.logger", true, "call")) ==
        "src/app.ts:3 (by name) src/other.ts:2");
}

TEST_CASE("passed on: beside an answer about a bare name, what means another one of it is listed") {
  Store store = open_in_memory();
  add_sources(store, {{"api.ts", "export const x = () => 1\n"},
                      {"own/own.ts", "import * as all from '../api'\nall.x()\n"},
                      {"react/index.ts", "export const api = () => 1\n"},
                      {"use.ts", "import { api } from './react'\napi()\n"}});
  CHECK(hits_of(answer_to(store, kRefs, "react/index.api", false, "call")) == "use.ts:2");
  CHECK(hits_of(answer_to(store, kRefs, "api")) == "own/own.ts:1 own/own.ts:2");
  CHECK(hits_of(answer_to(store, kRefs, "api", true)) ==
        "own/own.ts:1 own/own.ts:2 use.ts:1 (by name) use.ts:2 (by name)");
}

TEST_CASE("passed on: keys that end in a name and mean nothing are counted beside an answer") {
  Store store = open_in_memory();
  add_sources(store, {{"net/src/tcp.rs",
                       "pub struct Listener;\nimpl Listener { pub fn bind() {} }\n"
                       "fn own() { Listener::bind() }\n"},
                      {"app/src/a.rs", "use net::Listener;\nfn f() { Listener::bind() }\n"},
                      {"app/src/b.rs", "use other::Socket;\nfn f() { Socket::bind() }\n"}});
  const Json some = answer_to(store, kRefs, "net.tcp.Listener.bind");
  CHECK(hits_of(some) == "net/src/tcp.rs:3");
  CHECK(some.text("note").starts_with("2 references go by the name 'bind' alone"));
  CHECK(hits_of(answer_to(store, kRefs, "net.tcp.Listener.bind", true)) ==
        "net/src/tcp.rs:3 app/src/a.rs:2 (by name) app/src/b.rs:2 (by name)");
}

TEST_CASE("passed on: references through files that pass names on are found") {
  struct Row {
    const char* about;
    test::Sources texts;
    const char* wanted;
    const char* hits;  // calls
  };
  const Row rows[] = {
      {"what the index of a folder defines",
       {{"src/log/index.ts", "export const logger = () => 1\n"},
        {"src/app.ts", "import { logger } from './log'\n\nlogger()\n"}},
       "src/log/index.logger",
       "src/app.ts:3"},
      {"a method of a class that it defines",
       {{"src/log/index.ts", "export class Log { wanted() {} }\n"},
        {"src/app.ts", "import { Log } from './log'\nnew Log().wanted()\n"}},
       "src/log/index.Log.wanted",
       "src/app.ts:2"},
      {"through another index",
       {{"src/log/index.ts", "export const logger = () => 1\n"},
        {"src/index.ts", "export { logger as log } from './log'\n"},
        {"app.ts", "import { log } from './src'\n\nlog()\n"}},
       "src/log/index.logger",
       "app.ts:3"},
      {"a rename of what the file defines",
       {{"base.ts", "class Hono { wanted() {} }\nexport { Hono as HonoBase }\n"},
        {"user.ts", "import { HonoBase } from './base'\nnew HonoBase().wanted()\n"}},
       "base.Hono.wanted",
       "user.ts:2"},
      {"a rename of a function, and of what is imported",
       {{"a.ts", "function inner() {}\nexport { inner as outer }\n"},
        {"b.ts", "import { outer } from './a'\nexport { outer }\n"},
        {"c.ts", "import { outer } from './b'\nouter()\n"}},
       "a.inner",
       "c.ts:2"},
      {"a rename by a package of Python",
       {{"src/pkg/core.py", "def helper(): pass\n"},
        {"src/pkg/__init__.py", "from src.pkg.core import helper as helper2\n"},
        {"u.py", "import src.pkg\nfrom src import pkg\nsrc.pkg.helper2()\npkg.helper2()\n"}},
       "src.pkg.core.helper",
       "u.py:3 u.py:4"},
      {"a rename by a module of Python",
       {{"core.py", "def helper(): pass\n"},
        {"mid.py", "from core import helper as helper2\n"},
        {"u.py", "from mid import helper2\nhelper2()\n"}},
       "core.helper",
       "u.py:2"},
      {"a module that the file declares",
       {{"src/main.rs", "mod walk;\nuse walk::scan;\nfn main() {\n  scan();\n  walk::scan();\n}\n"},
        {"src/walk.rs", "pub fn scan() {}\n"}},
       "crate.walk.scan",
       "src/main.rs:4 src/main.rs:5"},
      {"what a crate passes on, by name and as a whole",
       {{"core/src/lib.rs", "mod book;\nmod page;\npub use book::Book;\npub use page::*;\n"},
        {"core/src/book.rs",
         "pub struct Book;\nimpl Book { pub fn load() -> Book { Book }\n"
         "pub fn wanted(&self) {} }\n"},
        {"core/src/page.rs", "pub struct Page;\nimpl Page { pub fn open() {} }\n"},
        {"app/src/main.rs",
         "use core::Book;\nuse core::Page;\nfn main() {\n"
         "  Book::load().wanted();\n  Page::open();\n}\n"}},
       "core.book.Book.wanted",
       "app/src/main.rs:4"},
      {"as a whole",
       {{"core/src/lib.rs", "mod page;\npub use page::*;\n"},
        {"core/src/page.rs", "pub struct Page;\nimpl Page { pub fn open() {} }\n"},
        {"app/src/main.rs", "use core::Page;\nfn main() {\n  Page::open();\n}\n"}},
       "core.page.Page.open",
       "app/src/main.rs:3"},
      {"what a crate keeps to itself is not passed on",
       {{"core/src/lib.rs", "mod page;\nuse page::Page;\n"},
        {"core/src/page.rs", "pub struct Page;\nimpl Page { pub fn open() {} }\n"},
        {"app/src/main.rs", "use core::Page;\nfn main() {\n  Page::open();\n}\n"}},
       "core.page.Page.open",
       ""},
      {"a package that is not called like its folder",
       {{"internal/store/store.go", "package storage\nfunc New() {}\n"},
        {"cmd/main.go",
         "package main\nimport (\n\"example.com/internal/store\"\n"
         "st2 \"example.com/internal/store\"\n)\n"
         "func main() {\n\tstorage.New()\n\tst2.New()\n}\nfunc New() {}\n"}},
       "storage.New",
       "cmd/main.go:7 cmd/main.go:8"},
      {"another package of the name of its folder is not meant",
       {{"internal/store/store.go", "package storage\nfunc New() {}\n"},
        {"cmd/main.go",
         "package main\nimport st2 \"example.com/other\"\n"
         "import \"example.com/x/store\"\n"
         "func main() {\n\tst2.New()\n\tstore.New()\n}\nfunc New() {}\n"}},
       "storage.New",
       ""},
      {"a package object, from another package",
       {{"pkg.scala", "package object ujson {\n  def read(s: String): Int = 1\n}\n"},
        {"api.scala",
         "package up\ntrait Api { def read(s: String): Int }\n"
         "object default extends Api { def read(s: String): Int = 2 }\n"},
        {"main.scala",
         "package up\nobject Main extends Suite {\n  def main(): Unit = {\n"
         "    ujson.read(\"x\")\n    default.read(\"y\")\n  }\n}\n"}},
       "ujson.read",
       "main.scala:4"},
      {"the index of the root is no bare name",
       {{"index.ts", "export const logger = () => 1\n"},
        {"other/a.ts", "export class A { logger() {} }\n"},
        {"other/b.ts", "logger()\n"}},
       "index.logger",
       ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    Store store = open_in_memory();
    add_sources(store, row.texts);
    CHECK(hits_of(answer_to(store, kRefs, row.wanted, false, "call")) == row.hits);
  }
}

TEST_CASE("passed on: a package's constants are read by the name that it gives itself") {
  Store store = open_in_memory();
  add_sources(store, {{"internal/store/store.go", "package storage\nconst Max = 3\n"},
                      {"cmd/main.go",
                       "package main\nimport (\n\"fmt\"\n\"example.com/internal/store\"\n)\n"
                       "func main() {\n\tfmt.Println(storage.Max)\n}\n"}});
  CHECK(hits_of(answer_to(store, kRefs, "storage.Max")) == "cmd/main.go:7");
}

TEST_CASE("passed on: the index of a folder is found among many of one name, and is a dependency") {
  test::Sources texts = {{"src/log/index.ts", "export const wanted = () => 1\n"},
                         {"src/app.ts", "import { wanted } from './log'\nwanted()\n"}};
  for (int i = 0; i < 20; ++i)
    texts.emplace_back("others/o" + std::to_string(i) + ".ts", "export const wanted = () => 1\n");
  Store store = open_in_memory();
  add_sources(store, texts);
  const auto found = dependencies(store.index(), 1);
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "src/app.ts");
  CHECK(found[0].target == "src/log/index.ts");
  CHECK(found[0].symbols == 1);
}

TEST_CASE("passed on: a call without a receiver is the class's where it has such a method") {
  Store store = open_in_memory();
  add_sources(store, {{"base.rb", "class Base\n  def close\n  end\nend\n"},
                      {"shop.rb",
                       "class Shop < Base\n  def run(x)\n    raise x\n    puts x\n    close\n"
                       "    own(x)\n    close()\n  end\n  def own(x)\n  end\nend\n"},
                      {"use.rb", "Shop.new.run(1)\n"}});
  CHECK(hits_of(answer_to(store, kRefs, "Shop", false, "call")) ==
        "shop.rb:5 shop.rb:6 shop.rb:7 use.rb:1");
}

TEST_CASE("passed on: what a header gives is said not to be recorded in other files") {
  Store store = open_in_memory();
  add_sources(store, {{"a.hpp",
                       "#define SHOP_OK 0\nenum Colour { SHOP_RED };\nstruct S { int part; };\n"
                       "extern int shop_count;\nint total(void);\n"},
                      {"a.cc", "#include \"a.hpp\"\nint f(void) { return SHOP_OK + SHOP_RED; }\n"},
                      {"own.cc", "#define OWN 1\nint g(void) { return OWN; }\n"},
                      {"c.h", "#define PLAIN 1\n"},
                      {"a.py", "LIMIT = 1\n"}});
  for (const Op* op : {&kRefs, &kCallers}) {
    CAPTURE(op->command);
    CHECK(
        answer_to(store, *op, "SHOP_OK").text("note") ==
        "uses of 'SHOP_OK' in other files are not recorded, since sources of C++ import no names: "
        "grep -w SHOP_OK lists them");
    CHECK(answer_to(store, *op, "Colour.SHOP_RED").text("note").starts_with("uses of 'SHOP_RED'"));
    CHECK(answer_to(store, *op, "S.part").text("note").empty());
    CHECK(answer_to(store, *op, "a.hpp.total").text("note").empty());
    CHECK(answer_to(store, *op, "LIMIT").text("note").empty());
    CHECK(answer_to(store, *op, "PLAIN").text("note").empty());
  }
  const Json own = answer_to(store, kRefs, "OWN");
  CHECK(hits_of(own) == "own.cc:2");
  CHECK(own.text("note").starts_with("uses of 'OWN' in other files"));
}
