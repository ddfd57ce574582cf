// Types without a name (`new Thread() { … }`) are types: what they are based on and what they
// override is found, and what they hold is not the type's around.
#include <catch2/catch.hpp>
#include <string>

#include "queries/open.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;

TEST_CASE("types without a name derive and override") {
  struct Row {
    test::Sources sources;
    const char* derived;     // from p.Dec
    const char* overriding;  // names of what overrides its method
  };
  const Row rows[] = {
      {{{"p/Dec.java", "package p; interface Dec { int tryD(int c); }"},
        {"p/M.java",
         "package p; class M { Dec an = new Dec() { public int tryD(int c) { return 1; } };\n"
         "void two() { f(new Dec() { public int tryD(int c) { return 1; } }, new Dec() {}); } }"}},
       "p.M.an.<anonymous> p.M.two.<anonymous> p.M.two.<anonymous2>",
       "tryD tryD"},
      {{{"Dec.kt",
         "package p\ninterface Dec { fun tryD(c: Int): Int\n"
         "companion object { fun made(): Dec = object : Dec { override fun tryD(c: Int) = 1 } } }"},
        {"M.kt",
         "package p\nclass M { fun it(): Dec = object : Base(1), Dec { override fun tryD(c: Int) = "
         "1 } }\n"}},
       "p.Dec.made.<anonymous> p.M.it.<anonymous>",
       "tryD tryD"},
      {{{"Dec.scala", "package p\ntrait Dec[T] { def tryD(c: T): Int }\n"},
        {"M.scala",
         "package p\nclass M { val an = new Dec[Int] { override def tryD(c: Int) = 1 }\n"
         "def f = new Other with Dec[Int] { def tryD(c: Int) = 1 } }"}},
       "p.M.an.<anonymous> p.M.f.<anonymous>",
       "tryD tryD"},
      {{{"Dec.php", "<?php namespace p; interface Dec { function tryD($c); }"},
        {"M.php",
         "<?php namespace p; class M { function f() { return new class(1) extends B implements "
         "Dec "
         "{ function tryD($c) {} }; } }"}},
       "p.M.f.<anonymous>",
       "tryD"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.sources[1].second);
    Store store = open_in_memory();
    test::add_sources(store, row.sources);
    const auto full_name = [](const Json& hit) { return hit.text("fullName"); };
    const auto derived = test::answer_to(store, kDerived, {{"identifier", "p.Dec"}});
    CHECK(test::hits_in(derived, full_name) == row.derived);
    CHECK(names(store, "overrides:p.Dec.tryD") == row.overriding);
  }
}

TEST_CASE("what a type without a name holds is its own") {
  Store store = open_in_memory();
  test::add_sources(
      store,
      {{"p/M.java",
        "package p; class M extends Base { int own; Object an = new Dec(arg()) {\n"
        "int held; public int tryD(int c) { return helper() + held + own + inherited(); } };\n"
        "int helper() { return 1; } static int arg() { return 2; } }"},
       {"p/Base.java", "package p; class Base { int inherited() { return 3; } }"}});
  CHECK(names(store, "in:p.M kind:field") == "an own");
  const auto caller = [](const Json& hit) { return hit.text("caller"); };
  const auto callers_of = [&](const char* identifier) {
    return test::hits_in(test::answer_to(store, kCallers, {{"identifier", identifier}}), caller);
  };
  CHECK(callers_of("p.M.helper") == "p.M.an.<anonymous>.tryD(int)");
  CHECK(callers_of("p.Base.inherited") == "p.M.an.<anonymous>.tryD(int)");
  CHECK(callers_of("p.M.arg") == "p.M.an");
}
