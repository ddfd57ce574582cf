// What is found through files that stand for a folder, that pass a name on, or that call a package
// otherwise: each row is a few sources and a definition that is asked about.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/json_value.h"
#include "engine/readers/languages/source_file.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/load.h"

using namespace dossier;

namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

void add_texts(Store& store, const Texts& texts) {
  LoadOptions options;
  options.project = "texts";
  options.project_given = true;
  options.kind = "tree";
  Load load(store, options);
  for (const auto& [path, text] : texts) {
    auto source = languages::read({path, text}, *languages::of(path));
    REQUIRE(source);
    load.add(std::move(source->module));
  }
  load.finish();
}

Json answer_to(Store& store, const Op& op, const std::string& identifier, bool by_name = false,
               const char* kind = "") {
  Arguments arguments;
  arguments.set("identifier", identifier);
  if (by_name) arguments.set("byName", "true");
  if (*kind != 0) arguments.set("kind", kind);
  const auto answer = run_to_json(store, op, arguments);
  REQUIRE(answer.status() == 200);
  return read_json(answer.body);
}

/// "file:line" of each hit, and how sure it is where it is not resolved.
std::string hits_of(const Json& answer) {
  std::string out;
  for (const Json& hit : answer["hits"].each()) {
    out += (out.empty() ? "" : " ") + hit.text("moduleName") + ":" +
           std::to_string(hit.number("line"));
    if (const std::string sure = hit.text("sure"); !sure.empty() && sure != "resolved")
      out += " (" + sure + ")";
  }
  return out;
}

}  // namespace

TEST_CASE("passed on: what names nothing that is here is counted by its last part") {
  Store store = open_in_memory();
  add_texts(store, {{"src/app.ts", "import { logger } from './lost'\n\nlogger()\n"},
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
  // Of a name with an answer of its own nothing is added.
  CHECK(hits_of(answer_to(store, kRefs, "src/found.logger", true, "call")) == "src/other.ts:2");
}

TEST_CASE("passed on: what a header gives is said not to be recorded in other files") {
  Store store = open_in_memory();
  add_texts(store, {{"a.h",
                     "#define SHOP_OK 0\nenum Colour { SHOP_RED };\nstruct S { int part; };\n"
                     "extern int shop_count;\nint total(void);\n"},
                    {"a.c", "#include \"a.h\"\nint f(void) { return SHOP_OK + SHOP_RED; }\n"},
                    {"own.c", "#define OWN 1\nint g(void) { return OWN; }\n"},
                    {"a.py", "LIMIT = 1\n"}});
  for (const Op* op : {&kRefs, &kCallers}) {
    CAPTURE(op->command);
    CHECK(answer_to(store, *op, "SHOP_OK").text("note") ==
          "uses of 'SHOP_OK' in other files are not recorded, since sources of C import no names: "
          "grep -w SHOP_OK lists them");
    CHECK(answer_to(store, *op, "Colour.SHOP_RED").text("note").starts_with("uses of 'SHOP_RED'"));
    CHECK(answer_to(store, *op, "S.part").text("note").empty());
    CHECK(answer_to(store, *op, "a.h.total").text("note").empty());
    CHECK(answer_to(store, *op, "LIMIT").text("note").empty());
  }
  const Json own = answer_to(store, kRefs, "OWN");
  CHECK(hits_of(own) == "own.c:2");
  CHECK(own.text("note").starts_with("uses of 'OWN' in other files"));
}
