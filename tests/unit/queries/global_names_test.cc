// Functions of languages with one global scope, which are known by their names alone: relations
// and lookups find their calls, each file's own.
#include <catch2/catch.hpp>
#include <string>

#include "queries/open.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"

using namespace dossier;
using test::add_sources;

namespace {

std::string found(Store& store, const std::string& query) {
  std::string out;
  const Json answer = test::answer_to(store, kFind, {{"q", query + " sort:name"}});
  for (const Json& row : answer["rows"].each()) out += (out.empty() ? "" : " ") + row.text("name");
  return out;
}

std::string lines_of_refs(Store& store, const std::string& identifier) {
  return test::hits_in(test::answer_to(store, kRefs, {{"identifier", identifier}}), test::place_of);
}

}  // namespace

TEST_CASE("relations follow calls within a file of functions outside of types") {
  struct Row {
    const char *path, *text;
  };
  const auto [path, text] = GENERATE(
      Row{"x.cc", "void cc() {}\nvoid bb() { cc(); }\nvoid aa() { bb(); }\n"},
      Row{"x.c", "static void cc(int x) {}\nvoid bb(void) { cc(1); }\nvoid aa(void) { bb(); }\n"},
      Row{"x.php", "<?php\nfunction cc() {}\nfunction bb() { cc(); }\nfunction aa() { bb(); }\n"},
      Row{"x.rb", "def cc\nend\ndef bb\n  cc()\nend\ndef aa\n  bb()\nend\n"},
      Row{"x.swift", "func cc() {}\nfunc bb() { cc() }\nfunc aa() { bb() }\n"},
      Row{"x.kt", "fun cc() {}\nfun bb() { cc() }\nfun aa() { bb() }\n"});
  INFO(path);
  Store store = open_in_memory();
  add_sources(store, {{path, text}});
  CHECK(found(store, "calls:cc") == "bb");
  CHECK(found(store, "calls:(name:=cc)") == "bb");
  CHECK(found(store, "calls:cc depth:2") == "aa bb");
  CHECK(found(store, "calledby:aa") == "bb");
  CHECK(found(store, "calledby:aa depth:2") == "bb cc");
  CHECK(found(store, "chain:aa..cc") == "aa bb cc");
}

TEST_CASE("two files' own functions of one name have calls of their own") {
  Store store = open_in_memory();
  add_sources(store, {{"x.c", "static void cc() {}\nvoid aa() { cc(); }\n"},
                      {"y.c", "static void cc() {}\n\nvoid bb() { cc(); }\n"}});
  CHECK(found(store, "calls:(name:=cc file:x.c)") == "aa");
  CHECK(found(store, "calls:(name:=cc file:y.c)") == "bb");
  CHECK(lines_of_refs(store, "x.c.cc") == "x.c:2");
  CHECK(lines_of_refs(store, "y.c.cc") == "y.c:3");
  CHECK(lines_of_refs(store, "cc") == "x.c:2 y.c:3");
}
