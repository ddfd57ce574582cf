// What no type says it implements: the empty answer says how to find the types that have its
// methods, in languages where none has to say so.
#include <catch2/catch.hpp>
#include <string>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;
using test::add_sources;

namespace {

std::string note_of(Store& store, const Op& op, const char* field, const std::string& text) {
  Arguments arguments;
  arguments.set(field, text);
  return run_to_json(store, op, arguments).body;
}

}  // namespace

TEST_CASE("an interface that no type says it implements is told with one of its methods") {
  Store store = open_in_memory();
  add_sources(store,
              {{"a.go",
                "package a\ntype Shape interface { Area() int; Edges() int }\n"
                "type Box struct{}\nfunc (b Box) Area() int { return 1 }\n"
                "func (b Box) Edges() (int, error) { return 4, nil }\ntype Any interface{}\n"},
               {"B.java",
                "package b; interface Done { void run(); }\n"
                "class Job implements Done { public void run() {} }\n"
                "class Lone {}\n"}});
  const std::string told =
      "no type says that it implements a.Shape; in languages where none has "
      "to, find 'kind:method name:=Area' lists the types that have its method "
      "Area";
  CHECK(note_of(store, kDerived, "identifier", "a.Shape").find(told) != std::string::npos);
  for (const char* query : {"implements:a.Shape", "implements:Shape", "derives:a.Shape"}) {
    INFO(query);
    CHECK(note_of(store, kFind, "q", query).find(told) != std::string::npos);
  }
  CHECK(names(store, "kind:method name:=Area") == "Area Area");
  for (const char* other : {"a.Any", "a.Box", "b.Done", "b.Lone", "nothing"}) {
    INFO(other);
    CHECK(note_of(store, kDerived, "identifier", other).find("no type says") == std::string::npos);
  }
}
