// What is called on a value that another file gives: its type is worked out there, in every
// language, whatever else has a method of the name.
#include <catch2/catch.hpp>
#include <string>

#include "engine/json_value.h"
#include "queries/graph/related.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"
#include "tests/unit/queries/answer_to.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;
using test::add_sources;

namespace {

/// The lines of the calls of a method, and whether they are less than resolved.
std::string call_lines(Store& store, const std::string& identifier) {
  const Json answer = test::answer_to(store, kRefs, {{"identifier", identifier}, {"kind", "call"}});
  return test::hits_in(answer, [](const Json& hit) {
    return std::to_string(hit.number("line")) + (hit.text("sure") == "resolved" ? "" : "?");
  });
}

}  // namespace

TEST_CASE("a method is called on another file's variable") {
  struct Row {
    const char *path, *text, *user, *use, *method, *lines;
  };
  const Row row = GENERATE(
      Row{"diag/diag.go",
          "package diag\ntype svc struct{}\nfunc (s *svc) InitOk(n string) bool { return true }\n"
          "type rival struct{}\nfunc (r *rival) InitOk(n string) bool { return false }\n"
          "var Typed *svc\nvar Built = build()\nfunc build() *svc { return &svc{} }\n",
          "app/app.go",
          "package app\nimport d \"example.com/m/diag\"\nfunc Run() {\n\td.Typed.InitOk(\"b\")\n"
          "\td.Built.InitOk(\"c\")\n}\n",
          "diag.svc.InitOk", "4 5"},
      Row{"diag.py",
          "class Svc:\n  def init_ok(self): pass\nclass Rival:\n  def init_ok(self): pass\n"
          "typed: Svc = None\nmade = Svc()\n",
          "use.py",
          "import diag\nimport diag as d\nfrom diag import typed\ndef Run():\n"
          "  diag.typed.init_ok()\n  d.made.init_ok()\n  typed.init_ok()\n",
          "diag.Svc.init_ok", "5 6 7"},
      Row{"diag.ts",
          "export class Svc { initOk() {} }\nexport class Rival { initOk() {} }\n"
          "export const typed: Svc = new Svc();\n",
          "use.ts",
          "import * as d from './diag';\nexport function Run() {\n  d.typed.initOk();\n}\n",
          "diag.Svc.initOk", "3"},
      Row{"a.cs",
          "namespace Dg {\npublic class Svc { public void InitOk() {} }\n"
          "public class Rival { public void InitOk() {} }\n"
          "public static class Holder { public static Svc Typed; public static Svc Prop { get; } "
          "}\n"
          "}\n",
          "b.cs",
          "using Dg;\nclass Use { void Run() {\n  Holder.Typed.InitOk();\n"
          "  Holder.Prop.InitOk();\n  Dg.Holder.Typed.InitOk();\n} }\n",
          "Dg.Svc.InitOk", "3 4 5"},
      Row{"dg/Holder.java",
          "package dg;\npublic class Holder { public static Svc typed; }\n"
          "class Svc { void initOk() {} }\nclass Rival { void initOk() {} }\n",
          "app/Use.java",
          "package app;\nimport dg.Holder;\nclass Use { void Run() {\n"
          "  Holder.typed.initOk();\n} }\n",
          "dg.Svc.initOk", "4"},
      Row{"dg.kt",
          "package dg\nclass Svc { fun initOk() {} }\nclass Rival { fun initOk() {} }\n"
          "val typed: Svc = Svc()\nobject Holder { val held = Svc() }\n",
          "use.kt",
          "package app\nimport dg.typed\nimport dg.Holder\nfun Run() {\n  typed.initOk()\n"
          "  Holder.held.initOk()\n}\n",
          "dg.Svc.initOk", "5 6"},
      Row{"src/diag.rs",
          "pub struct Svc {}\nimpl Svc { pub fn init_ok(&self) {} }\npub struct Rival {}\n"
          "impl Rival { pub fn init_ok(&self) {} }\npub static TYPED: Svc = Svc {};\n",
          "src/main.rs",
          "mod diag;\nuse diag::TYPED;\nfn Run() {\n  TYPED.init_ok();\n"
          "  diag::TYPED.init_ok();\n}\n",
          "crate.diag.Svc.init_ok", "4 5"});
  INFO(row.path);
  Store store = open_in_memory();
  add_sources(store, {{row.path, row.text}, {row.user, row.use}});
  CHECK(call_lines(store, row.method) == row.lines);
  CHECK(names(store, "calls:" + std::string(row.method)) == "Run");
  const std::string short_name =
      std::string(row.method).substr(std::string(row.method).rfind('.') + 1);
  CHECK(names(store, "calledby:(name:=Run kind:method)").find(short_name) != std::string::npos);
}

TEST_CASE(
    "what is called on a value of a namesake, or of an unknown type, is no call of a method") {
  Store store = open_in_memory();
  add_sources(store, {{"diag.py",
                       "class Svc:\n  def init_ok(self): pass\nclass Rival:\n"
                       "  def init_ok(self): pass\nrival = Rival()\nunknown = load()\n"},
                      {"use.py",
                       "import diag\ndef Run():\n  diag.rival.init_ok()\n"
                       "  diag.unknown.init_ok()\n  other.thing.init_ok()\n"}});
  CHECK(call_lines(store, "diag.Svc.init_ok").empty());
  CHECK(call_lines(store, "diag.Rival.init_ok") == "3");
}

TEST_CASE("a constant's own method is meant before those of others of its type") {
  Store store = open_in_memory();
  add_sources(store, {{"a/Sign.java",
                       "package a;\npublic enum Sign {\n"
                       "  PLUS { int apply() { return 1; } },\n"
                       "  MINUS { int apply() { return 2; } };\n"
                       "  abstract int apply();\n}\n"},
                      {"b/Use.java",
                       "package b;\nimport a.Sign;\nclass Use {\n"
                       "  int run() { return Sign.PLUS.apply(); }\n"
                       "  int any(Sign sign) { return sign.apply(); }\n}\n"}});
  CHECK(call_lines(store, "a.Sign.PLUS.apply") == "4 5");
  CHECK(call_lines(store, "a.Sign.MINUS.apply") == "5");
}

TEST_CASE("no more receivers are worked out than a relation may") {
  Store store = open_in_memory();
  std::string values, uses = "import diag\n";
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    values += "v" + number + " = Svc()\n";
    uses += "def f" + number + "():\n  diag.v" + number + ".init_ok()\n";
  }
  add_sources(store,
              {{"diag.py", "class Svc:\n  def init_ok(self): pass\n" + values}, {"use.py", uses}});
  CHECK(names(store, "calls:diag.Svc.init_ok") == "f0 f1 f2 f3 f4 f5 f6 f7");
  const Scope scope = resolve_scope(store.statements(), {}, {});
  const auto method = find_definitions(store, scope, "diag.Svc.init_ok");
  REQUIRE(method.size() == 1);
  const auto found = [&](size_t most) {
    RelationWalk walk(store.index(), scope.text(), *relation_called("calls"), most);
    return walk.run({method[0].symbol}, {}, 1).size();
  };
  CHECK(found(ReceiverTypes::kMostExpressions) == 8);
  CHECK(found(10) > 0);
  CHECK(found(10) < 8);
  CHECK(found(0) == 0);
}
