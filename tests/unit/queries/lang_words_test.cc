// What the language takes beside words, fields and relations: chains, measures, saved queries, and
// the deadline of a query.
#include "engine/error.h"
#include "engine/json_value.h"
#include "engine/statement.h"
#include "queries/open.h"
#include "queries/ops/saved_queries.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;

TEST_CASE("a chain of calls is told from its beginning, and measures sort") {
  Store store = open_in_memory();
  add_graph(store);
  const struct {
    const char* query;
    const char* names;
  } rows[] = {
      {"chain:Die..Heal", "Die Run Heal"},
      {"chain:Die..Heal kind:method sort:-name", "Run Heal Die"},
      {"kind:method sort:-callers", "Run Heal Die"},
      {"kind:class sort:-references", "Unit Enemy Boss"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    Arguments arguments;
    arguments.set("q", std::string(row.query) + " select:name");
    const JsonAnswer answer = run_to_json(store, kFind, arguments);
    CHECK(answer.status() == 200);
    std::string found;
    const Json body = read_json(answer.body);
    for (const auto& one : body["rows"].each())
      found += (found.empty() ? "" : " ") + one.text("name");
    CHECK(found == row.names);
  }
}

TEST_CASE("what takes too long names the part that looks at everything") {
  Store store = open_in_memory();
  add_graph(store);
  const struct {
    const char* query;
    const char* part;
  } rows[] = {
      {"kind:method -calledby:(kind:method)", "              ^^^^^^^^^^^^^^^^^^^^^^"},
      {"-public:yes", "  ^^^^^^^^^^^"},
      {"calledby:Heal", "  ^^^^^^^^^^^^^"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    store.database().set_checkpoint([] { throw Error(ErrorCode::limit, "deadline"); });
    Arguments arguments;
    arguments.set("q", row.query);
    const JsonAnswer answer = run_to_json(store, kFind, arguments);
    store.database().set_checkpoint({});
    CHECK(answer.status() == 503);
    const std::string said(read_json(answer.body).text("error"));
    CHECK(said.starts_with("stopped at the time limit: "));
    CHECK(said.ends_with(row.part));
  }
}

TEST_CASE("a saved query stands for itself") {
  Store store = open_in_memory();
  add_graph(store);
  const auto save = [&](const char* name, const char* text) {
    Statement statement(store.database(), "INSERT INTO _setting(name, value) VALUES (?1, ?2)");
    const std::string setting = saved_setting(name), json = "\"" + std::string(text) + "\"";
    statement.bind(1, std::string_view(setting));
    statement.bind(2, std::string_view(json));
    statement.step();
  };
  save("methods", "kind:method");
  save("healers", "@methods or name:_hp");
  save("loop", "@loop");
  save("top", "kind:method limit:1");
  CHECK(names(store, "@methods") == "Die Heal Run");
  CHECK(names(store, "@methods heal") == "Heal");
  CHECK(names(store, "-@methods in:Unit") == "_hp");
  CHECK(names(store, "@healers") == "Die Heal Run _hp");
  CHECK(names(store, "@nobody") == "");
  CHECK(saved_queries(store).size() == 4);
  Arguments arguments;
  for (const char* wrong : {"@loop", "-@top"}) {
    arguments.set("q", wrong);
    CHECK(run_to_json(store, kFind, arguments).status() == 400);
  }
  arguments.set("q", "@top");
  CHECK(read_json(run_to_json(store, kFind, arguments).body)["rows"].each().size() == 1);
  CHECK_THROWS_AS(saved_setting("a b"), Error);

  // Each twelve of the one before: a few names stand for more than there is memory.
  const auto twelve = [](const std::string& name) {
    std::string out;
    for (int i = 0; i < 12; ++i) out += "@" + name + " ";
    return out;
  };
  save("many", twelve("methods").c_str());
  save("more", twelve("many").c_str());
  CHECK(names(store, "@many @many") == "Die Heal Run");
  arguments.set("q", "@more");
  const JsonAnswer refused = run_to_json(store, kFind, arguments);
  CHECK(refused.status() == 400);
  CHECK(refused.body.find("a query stands for over 100 saved ones") != std::string::npos);
}
