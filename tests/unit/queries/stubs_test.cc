// What a stub declares and another file defines is one thing: references and relations lead to the
// definition, lookups name it first, and the stub makes no reference ambiguous.
#include <catch2/catch.hpp>
#include <string>

#include "queries/graph/stubs.h"
#include "queries/open.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"

using namespace dossier;
using test::add_sources;
using test::answer_to;
using test::Sources;

namespace {

/// A module with a stub beside it, and what uses both.
const Sources kBeside = {
    {"m/__init__.py", ""},
    {"m/core.py",
     "class Box:\n  def open(self, x): return x\n  def shut(self): return self.open(1)\n"
     "def make(n): return Box()\n"},
    {"m/core.pyi",
     "class Box:\n  def open(self, x: int) -> int: ...\n  def shut(self) -> int: ...\n"
     "def make(n: int) -> Box: ...\ndef only(n: int) -> Box: ...\n"},
    {"m/use.py",
     "from .core import make, only\n"
     "def go():\n  make(1).open(2)\n  only(1).shut()\n"},
    {"m/far.py", "def away(x): x.shut()\n"}};

/// A package whose stub declares what the package takes from a file of its own.
const Sources kPassedOn = {
    {"m/__init__.py", "from ._made import Box, make\n"},
    {"m/__init__.pyi",
     "class Box:\n  def open(self, x: int) -> int: ...\n  def shut(self) -> int: ...\n"
     "def make(n: int) -> Box: ...\n"},
    {"m/_made.py",
     "class Box:\n  def open(self, x): return x\n  def shut(self): return self.open(1)\n"
     "  def _own(self): pass\n"
     "def make(n): return Box()\n"},
    {"use.py",
     "import m\nfrom m import Box\n"
     "def go(b: Box):\n  b.open(1)\n  b._own()\n  m.make(1).shut()\n"}};

std::string found_by(Store& store, const std::string& query) {
  Arguments arguments;
  arguments.set("q", query);
  std::string out;
  const Json answer = answer_to(store, kFind, arguments);
  for (const Json& row : answer["rows"].each())
    out += (out.empty() ? "" : " ") + row.text("full_name") + "@" + row.text("module");
  return out;
}

std::string places_shown(Store& store, const char* identifier) {
  Arguments arguments;
  arguments.set("identifier", identifier);
  const Json card = answer_to(store, kShow, arguments);
  std::string out = card.text("status") + " " + card.text("moduleName");
  for (const Json& place : card["alsoIn"].each()) out += " + " + *place.string();
  return out;
}

}  // namespace

TEST_CASE("what a stub declares is its definition's, for lookups and relations") {
  struct Row {
    const char *about, *query, *found;
  };
  Store store = open_in_memory();
  SECTION("beside its module") {
    add_sources(store, kBeside);
    const Row row = GENERATE(
        Row{"the definition is first", "make", "m.core.make@m/core.py m.core.make@m/core.pyi"},
        Row{"a call", "calledby:m.use.go",
            "m.core.Box.open@m/core.py m.core.Box.shut@m/core.py m.core.make@m/core.py "
            "m.core.only@m/core.pyi"},
        Row{"a method of which nobody says whose it is", "calls:m.core.Box.shut",
            "m.use.go@m/use.py m.far.away@m/far.py"});
    CAPTURE(row.about);
    CHECK(found_by(store, row.query) == row.found);
    CHECK(places_shown(store, "make") == "ok m/core.py + m/core.pyi");
    CHECK(places_shown(store, "only") == "ok m/core.pyi");
    CHECK(places_shown(store, "m.core.Box") == "ok m/core.py + m/core.pyi");
  }
  SECTION("passed on") {
    add_sources(store, kPassedOn);
    const Row row = GENERATE(Row{"the definition is first", "Box kind:type",
                                 "m._made.Box@m/_made.py m.Box@m/__init__.pyi"},
                             Row{"calls on a parameter", "calledby:use.go",
                                 "m._made.Box.open@m/_made.py m._made.Box.shut@m/_made.py "
                                 "m._made.Box._own@m/_made.py m._made.make@m/_made.py"});
    CAPTURE(row.about);
    CHECK(found_by(store, row.query) == row.found);
    CHECK(places_shown(store, "m.Box") == "ok m/_made.py + m/__init__.pyi");
    CHECK(places_shown(store, "m.Box.open") == "ok m/_made.py + m/__init__.pyi");
  }
}

TEST_CASE("a folder of stubs alone declares the package of its name") {
  Store store = open_in_memory();
  add_sources(store, {{"m/__init__.py", ""},
                      {"m/core.py", "def make(n): return 1\n"},
                      {"m-stubs/__init__.pyi", "def top() -> int: ...\n"},
                      {"m-stubs/core.pyi", "def make(n: int) -> int: ...\n"}});
  CHECK(found_by(store, "make") == "m.core.make@m/core.py m.core.make@m-stubs/core.pyi");
  CHECK(places_shown(store, "m.core.make") == "ok m/core.py + m-stubs/core.pyi");
  CHECK(found_by(store, "top") == "m.top@m-stubs/__init__.pyi");
}

TEST_CASE("a module that is no package takes what its stub declares from another file") {
  Store store = open_in_memory();
  add_sources(store,
              {{"m/__init__.py", ""},
               {"m/_made.py", "class Box: pass\ndef make(): return Box()\n"},
               {"m/conv.py", "from ._made import Box, make\ndef own(): pass\n"},
               {"m/conv.pyi", "class Box: ...\ndef make() -> Box: ...\ndef own() -> None: ...\n"},
               {"use.py", "from m import conv\ndef go(): conv.make()\n"}});
  CHECK(places_shown(store, "m.conv.make") == "ok m/_made.py + m/conv.pyi");
  CHECK(places_shown(store, "m.conv.Box") == "ok m/_made.py + m/conv.pyi");
  CHECK(places_shown(store, "m.conv.own") == "ok m/conv.py + m/conv.pyi");
  CHECK(found_by(store, "calledby:use.go") == "m._made.make@m/_made.py");
}

TEST_CASE("of a name that very many bear a stub's declaration is its own") {
  const auto shown = [](size_t namesakes) {
    Sources sources = kPassedOn;
    for (size_t i = 0; i < namesakes; ++i)
      sources.emplace_back("other" + std::to_string(i) + ".py", "def make(): pass\n");
    Store store = open_in_memory();
    add_sources(store, sources);
    return places_shown(store, "m.make");
  };
  // The definition itself is one of them.
  CHECK(shown(Stubs::kMostPassedOn - 1) == "ok m/_made.py + m/__init__.pyi");
  CHECK(shown(Stubs::kMostPassedOn) == "ok m/__init__.pyi");
}
