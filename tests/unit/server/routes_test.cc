#include "server/routes.h"

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <future>

#include "client.h"
#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/search_time.h"
#include "store/import/import.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;
using namespace std::chrono_literals;

namespace {

std::string type_json(const std::string& name, const std::string& members = "") {
  return R"({"Name":")" + name + R"(","Namespace":"Game","FullName":"Game.)" + name +
         R"(","Fields":[)" + members + "]}";
}

std::string field_json(const std::string& name, const std::string& signature) {
  return R"({"MemberType":"Field","Name":")" + name + R"(","FullName":"Game.T.)" + name +
         R"(","Signature":")" + signature + R"("})";
}

std::string export_json(const std::string& types) {
  return R"({"Modules":[{"Name":"Game.dll","AssemblyFullName":"Game, Version=1","FileName":"g.dll",)"
         R"("Types":[)" +
         types + "]}]}";
}

// A database in a folder of its own, removed with it, and a server over it.
class Served {
 public:
  explicit Served(const std::string& json, HttpOptions options = {}, std::string project = "") {
    import_as("game", json);
    stores_ = std::make_unique<StorePool>(32, [this, project] {
      auto store = std::make_unique<Store>(open_to_read(database()));
      store->set_default_project(project);
      return store;
    });
    auto routes = op_routes(*stores_);
    routes.push_back(status_route(*stores_, log_, "1.2.3"));
    options.port = 0;
    server_ = std::make_unique<HttpServer>(options, std::move(routes), log_);
  }
  ~Served() {
    server_.reset();
    stores_.reset();
  }

  void import_as(const std::string& project, const std::string& json) {
    folder_.write("export.json", json);
    Store store = open_to_write(database());
    ImportOptions options;
    options.path = folder_ / "export.json";
    options.project = project;
    import(store, options);
  }

  std::string database() const { return folder_ / "served.db"; }
  int port() const { return server_->port(); }
  HttpServer& server() { return *server_; }
  EventLog& log() { return log_; }

 private:
  const test::Scratch folder_;
  EventLog log_{system_clock(), 200, true};
  std::unique_ptr<StorePool> stores_;
  std::unique_ptr<HttpServer> server_;
};

std::string player() {
  return type_json("PlayerStats", field_json("_health", "System.Int32 _health") + "," +
                                      field_json("_attackPower", "System.Int32 _attackPower"));
}

}  // namespace

TEST_CASE("what a search that stopped at its time limit says is a header") {
  test::Scratch tree;
  tree.write("w/\xc3\xbc%.txt", "needle\n");
  Served served(export_json(player()));
  {
    Store store = open_to_write(served.database());
    ImportOptions options;
    options.path = tree / "w";
    import(store, options);
  }
  static std::atomic<bool> is_asked = false;
  set_search_clock([] { return is_asked.exchange(true) ? INT64_MAX / 2 : int64_t{0}; });
  const Answer stopped = get(served.port(), "/api/search/lines?pattern=needle");
  set_search_clock(nullptr);
  CHECK(stopped.status == 200);
  CHECK(stopped.body == "[]");
  CHECK(stopped.header("Dossier-Truncated") == "true");
  CHECK(stopped.header("Dossier-Note")
            .value_or("")
            .starts_with("stopped at the time limit in %C3%BC%25.txt: "));
  CHECK(stopped.header("Dossier-Note")
            .value_or("")
            .ends_with("; give it more time (timeout), or fewer files"));
  const Answer whole = get(served.port(), "/api/search/lines?pattern=needle");
  CHECK(whole.header("Dossier-Truncated") == "false");
  CHECK_FALSE(whole.header("Dossier-Note"));
}

TEST_CASE("lookups over HTTP, with their headers and log lines") {
  Served served(export_json(player()));
  const Answer broad =
      get(served.port(), "/api/search/broad?pattern=Game.*(health|attack)&maxResults=1");
  CHECK(broad.status == 200);
  CHECK(broad.body ==
        R"([{"kind":"member","name":"_health","fullName":"Game.T._health",)"
        R"("moduleName":"Game.dll","assemblyPath":"g.dll","signature":"System.Int32 _health"}])");
  CHECK(broad.header("Dossier-Total") == ">=1");
  CHECK(broad.header("Dossier-Truncated") == "true");
  CHECK(broad.header("Dossier-Snapshot") == "1");

  const Answer clear = get(served.port(), "/api/lookup/clear?identifier=+%22Game.PlayerStats%22");
  CHECK(clear.body == R"({"status":"ok","identifier":"Game.PlayerStats","assemblyPath":"g.dll",)"
                      R"("typeFullName":"Game.PlayerStats","sourcePath":""})");
  CHECK(clear.header("Dossier-Total") == "1");
  CHECK(clear.header("Dossier-Truncated") == "false");

  const auto events = served.log().recent();
  CAPTURE(events[0].text);
  REQUIRE(events.size() == 2);
  CHECK(events[0].text.starts_with(
      "broad_search(): pattern='Game.*(health|attack)', max_results=1, hits=1, "));
  CHECK(events[1].text.starts_with(
      "clear_lookup(): identifier='Game.PlayerStats', status=ok, module=Game.dll, "
      "type=Game.PlayerStats, "));
}

TEST_CASE("lookups refuse invalid requests") {
  Served served(export_json(player()));
  struct Row {
    std::string_view target;
    int status;
    std::string_view body;
  };
  const Row rows[] = {
      {"/api/search/broad", 400, R"({"error":"missing 'pattern' query parameter"})"},
      {"/api/search/broad?pattern=", 400, R"({"error":"missing 'pattern' query parameter"})"},
      {"/api/search/broad?pattern=x&maxResults=1.5", 400,
       R"({"error":"maxResults must be an integer"})"},
      {"/api/lookup/clear", 400, R"({"status":"bad_request","error":"empty identifier"})"},
      {"/api/search/typeRefs", 400, R"({"error":"missing 'identifier' query parameter"})"},
      {"/api/find", 400, R"({"error":"missing 'q' query parameter"})"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.target);
    const Answer answer = get(served.port(), row.target);
    CHECK(answer.status == row.status);
    CHECK(answer.body == row.body);
    CHECK(answer.header("Dossier-Total") == std::nullopt);
  }
  const Answer regex = get(served.port(), "/api/search/broad?pattern=(");
  CHECK(regex.status == 400);
  CHECK(regex.body.starts_with(R"({"error":"invalid regex: )"));
  CHECK(get(served.port(), "/api/search/broad?pattern=x&project=nobody").status == 404);
}

TEST_CASE("imports are visible at once in the requested scope") {
  Served all(export_json(player()));
  const std::string target = "/api/search/broad?pattern=^Enemy$";
  CHECK(get(all.port(), target).body == "[]");
  all.import_as("other", export_json(type_json("Enemy")));
  const Answer found = get(all.port(), target);
  CHECK(found.body.find("Game.Enemy") != std::string::npos);
  CHECK(found.header("Dossier-Snapshot") == "1,2");
  CHECK(get(all.port(), target + "&project=game").body == "[]");
  CHECK(get(all.port(), target + "&snapshot=2").body == found.body);

  Served narrowed(export_json(player()), {}, "game");
  narrowed.import_as("other", export_json(type_json("Enemy")));
  CHECK(get(narrowed.port(), target).body == "[]");
  CHECK(get(narrowed.port(), target + "&project=other").body == found.body);
}

TEST_CASE("status reports what is served") {
  Served served(export_json(player()));
  served.log().add("hello");
  const Answer answer = get(served.port(), "/api/status");
  CHECK(answer.status == 200);
  CHECK(answer.body.starts_with(R"({"serverUrl":")" + served.server().url() +
                                R"(","status":"running","events":[{"time":")"));
  CHECK(answer.body.find(R"("text":"hello"}],"version":"1.2.3","database":")" + served.database() +
                         R"(","projects":["game"],"snapshots":[{"id":1,"project":"game","label":)"
                         R"(null,"kind":"export","importedAt":")") != std::string::npos);
  CHECK(answer.body.find(R"("isLatest":true}],"counts":{"modules":1,"types":1,"members":2},)"
                         R"("uptime":)") != std::string::npos);
}

TEST_CASE("status counts the bytes of snapshots where it is asked to") {
  Served served(export_json(player()));
  const Answer answer = get(served.port(), "/api/status?sizes=true");
  const Json body = read_json(answer.body);
  const auto snapshots = body["snapshots"].each();
  REQUIRE(snapshots.size() == 1);
  REQUIRE(snapshots[0]["bytes"].integer());
  // The module, a type and two members, with their full names and signatures, in one block.
  CHECK(*snapshots[0]["bytes"].integer() > 60);
  CHECK(*snapshots[0]["bytes"].integer() < 1000);
}

TEST_CASE("status names each project once, in the order of their names") {
  Served served(export_json(player()));
  served.import_as("other", export_json(type_json("Enemy")));
  served.import_as("game", export_json(type_json("Enemy")));
  const Answer answer = get(served.port(), "/api/status");
  CHECK(answer.body.find(R"("projects":["game","other"])") != std::string::npos);
}

TEST_CASE("a slow pattern ends at its deadline, and delays nobody") {
  // Letters in ones and twos: some hundred thousand ways to fail, in each of thousands of rows, and
  // a lookahead, which only PCRE2 has. The names hold what the pattern asks for, so that the index
  // prunes nothing.
  std::string fields;
  for (int i = 0; i < 4000; ++i) {
    fields += (i ? "," : "") +
              field_json("ae" + std::to_string(i), "c " + std::string(26 + i % 3, 'a') + "d e");
  }
  HttpOptions options;
  options.deadline = 700ms;
  Served served(export_json(type_json("Slow", fields) + "," + player()), options);
  const int port = served.port();
  CHECK(get(port, "/api/search/broad?pattern=_health").status == 200);

  std::vector<std::future<Answer>> slow;
  for (int i = 0; i < 3; ++i) {
    slow.push_back(std::async(std::launch::async, [port] {
      return get(port, "/api/search/broad?pattern=^c+(?:a|aa)%2Be(?!x)");
    }));
  }
  int quick = 0;
  Client client(port);
  while (slow.back().wait_for(0s) != std::future_status::ready) {
    const Answer answer = client.get("/api/search/broad?pattern=_attackPower");
    CHECK(answer.status == 200);
    CHECK(answer.header("Dossier-Total") == "1");
    ++quick;
  }
  CHECK(quick > 5);
  for (auto& one : slow) {
    const Answer answer = one.get();
    CHECK(answer.status == 503);
    CHECK(answer.body == R"({"error":"limit: deadline"})");
  }
  // The store that was interrupted is as good as new.
  CHECK(get(port, "/api/search/broad?pattern=_health").status == 200);
}
