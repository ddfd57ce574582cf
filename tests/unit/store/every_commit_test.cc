// Every state that an import, a drop or a compaction commits is true: what other snapshots show is
// what they showed before, to every view and every op, and no key refers to nothing. So is what is
// left when the process ends there, before and after the next one has tidied up.
#include "tests/unit/every_commit.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/error.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "store/import/import.h"
#include "store/upkeep/compact.h"
#include "store/upkeep/drop.h"
#include "tests/unit/places.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using test::EveryCommit;
using test::require_keys;
using test::rows_of;
using test::Said;

namespace {

namespace fs = std::filesystem;

const std::string kFixtures = std::string(test::kSource) + "/fixtures";
const std::string kOld = "'languages', 'Shapes'";  // the projects that stay as they are

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

// The sources of the fixture; with `other`, every file declares something else besides, and hardly
// a name, a reference or a literal is new.
void write_tree(const std::string& to, bool other) {
  for (const auto& entry :
       fs::recursive_directory_iterator(kFixtures + "/repositories/languages")) {
    if (!entry.is_regular_file() || entry.path().extension() == ".golden") continue;
    std::string text = read(entry.path());
    if (other)
      for (size_t at = 0; (at = text.find("amount", at)) != text.npos;)
        text.replace(at, 6, "total");
    if (other) text += "\n";
    write(to / fs::relative(entry.path(), kFixtures + "/repositories/languages"), text);
  }
}

// One module with more of everything than an import keeps back before it writes.
std::string large_source() {
  std::ostringstream out;
  out << "namespace Shop.Large {\n";
  for (int type = 0; type < 60; ++type) {
    out << "/// <summary>Prices of " << type << "</summary>\n[Serializable] public class Price"
        << type << " : Shop.Prices.Price {\n";
    for (int method = 0; method < 30; ++method)
      out << "  /// <summary>Total of " << method
          << "</summary>\n  [Obsolete(\"use Total\")] "
             "public decimal Total"
          << method << "(string price) { Parse(price); Register(\"price " << type % 7 << " "
          << method << "\"); return " << method << "; }\n";
    out << "}\n";
  }
  out << "}\n";
  return out.str();
}

ImportReport import_tree(Store& store, const std::string& path, const std::string& project,
                         const std::string& label,
                         size_t most_postings = LoadOptions().most_postings) {
  ImportOptions options;
  options.path = path;
  options.project = project;
  options.label = label;
  options.chunk_ms = 0;
  options.most_postings = most_postings;
  return import(store, options);
}

// Two versions of a tree, and assemblies.
void fill(Store& store, const std::string& folder) {
  write_tree(folder + "/tree", false);
  import_tree(store, folder + "/tree", "languages", "old");
  write(folder + "/tree/Shop.cs", read(folder + "/tree/Shop.cs") + "class Added { int price; }\n");
  write(folder + "/tree/added.proto", "message Added { int32 price = 1; }\n");
  fs::remove(folder + "/tree/src/legacy.js");
  import_tree(store, folder + "/tree", "languages", "new");
  ImportOptions assemblies;
  assemblies.path = kFixtures + "/assemblies/Shapes.dll";
  import(store, assemblies);
}

struct Asked {
  const Op* op;
  Arguments arguments;
};

// At least one question for every op; each has an answer with rows in what fill() makes.
std::vector<Asked> questions() {
  return {{&kBroad, {{"pattern", "price.*(total|parse)"}}},
          {&kClear, {{"identifier", "Shop.Prices.Price"}}},
          {&kClear, {{"identifier", "Shop.Prices.Price.Parse"}}},
          {&kTypeRefs, {{"identifier", "Price"}}},
          {&kTypeRefs, {{"identifier", "Price"}, {"exact", "true"}}},
          {&kFind, {{"q", "price total"}}},
          {&kFind, {{"q", "prices parse"}, {"limit", "500"}}},
          {&kFind, {{"q", "kind:file price currency"}}},
          {&kFind, {{"q", "kind:method calls:Parse"}}},
          {&kFind, {{"q", "kind:literal price"}}},
          {&kFind, {{"q", "kind:type price total"}, {"explain", "true"}}},
          {&kFind, {{"q", "kind:literal price"}, {"explain", "true"}}},
          {&kFind, {{"q", "kind:reference price"}, {"explain", "true"}}},
          {&kFind, {{"q", "price lang:C# kind:event"}}},
          {&kRefs, {{"identifier", "Base"}}},
          {&kRefs, {{"identifier", "parse"}}},
          {&kRefs, {{"identifier", "Shop.Prices.Price"}, {"from", "true"}}},
          {&kCallers, {{"identifier", "parse"}, {"depth", "0"}}},
          {&kDerived, {{"identifier", "Base"}}},
          {&kLiterals, {{"pattern", "price"}}},
          {&kShow, {{"identifier", "Shop.Prices.Price"}}},
          {&kGrep, {{"pattern", "price"}}},
          {&kReadSource, {{"path", "Shop.cs"}}},
          {&kSnapshots, {{"project", "languages"}}},
          {&kDiff, {{"before", "old"}, {"after", "new"}, {"symbols", "true"}}},
          {&kProtoChanges, {{"before", "old"}, {"after", "new"}}},
          {&kProtoSuspects, {{"before", "old"}, {"after", "new"}}}};
}

JsonAnswer answer_of(Store& store, const Op& op, const Arguments& arguments) {
  try {
    return run_to_json(store, op, arguments);
  } catch (const Error& error) {
    JsonAnswer failed;
    failed.body = failed.refusal = error.what();
    return failed;
  }
}

// What every op says of the projects that stay, and of all while there are no others.
Said every_answer(Store& store, bool of_all) {
  Said all;
  for (const auto& question : questions())
    for (const char* project : {"languages", ""}) {
      // How much a query reads depends on what others hold, once it is there.
      if (!of_all && (*project == 0 || question.arguments.has("explain"))) continue;
      Arguments arguments = question.arguments;
      if (*project != 0) arguments.set("project", project);
      const JsonAnswer answer = answer_of(store, *question.op, arguments);
      std::string name = std::string(question.op->command) + " in '" + project + "'";
      for (const char* field : {"pattern", "identifier", "q", "path", "from", "explain", "exact"})
        if (arguments.has(field)) name += ' ' + arguments.text(field);
      all[name] = {std::to_string(answer.status()), answer.body, answer.complete.total_text()};
    }
  return all;
}

struct State {
  Said views, answers;
  int64_t snapshots = 0;
};

State state_of(Store& store, const State* before = nullptr) {
  State state;
  state.snapshots = store.database().number("SELECT count(*) FROM snapshots");
  state.views = test::every_view(store, kOld);
  const bool of_all = before == nullptr || state.snapshots == before->snapshots;
  state.answers = every_answer(store, of_all);
  return state;
}

// Fails with the first row that differs.
void require_same(const Said& now, const Said& before, bool all) {
  if (all) REQUIRE(now.size() == before.size());
  for (const auto& [name, rows] : now) {
    INFO(name);
    REQUIRE(before.contains(name));
    const auto& then = before.at(name);
    const auto [is, was] = std::mismatch(rows.begin(), rows.end(), then.begin(), then.end());
    if (is != rows.end() || was != then.end())
      FAIL(rows.size() << " rows, not " << then.size() << "; is "
                       << (is == rows.end() ? "nothing" : *is) << "\nwas "
                       << (was == then.end() ? "nothing" : *was));
  }
}

void require_before(Store& store, const State& before) {
  const State now = state_of(store, &before);
  const bool all = now.snapshots == before.snapshots;
  require_same(now.views, before.views, true);
  require_same(now.answers, before.answers, all);
  require_keys(store);
  if (!all) return;
  // Nothing is shown of other projects either.
  CHECK(store.database().number("SELECT count(*) FROM projects") == 2);
  for (const char* view : {"modules", "types", "members", "refs", "literals", "details", "files"})
    CHECK(store.database().number((std::string("SELECT count(*) FROM ") + view).c_str()) ==
          static_cast<int64_t>(before.views.at(view).size()));
}

// How many rows each table has.
Said stored(Store& store) {
  Said all;
  for (const auto& row :
       rows_of(store,
               "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%word%'")) {
    const std::string table = row.substr(0, row.size() - 1);
    all[table] = rows_of(store, "SELECT count(*) FROM \"" + table + "\"");
  }
  store.database().execute(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, _word, row)");
  all["words"] = rows_of(store, "SELECT term, doc FROM vocabulary");
  return all;
}

}  // namespace

TEST_CASE("every op is asked and answers") {
  const test::Scratch scratch;
  const std::string folder = scratch.path();
  Store store = open_to_write(folder + "/d.db");
  fill(store, folder);
  std::map<std::string_view, bool> answered;
  for (const auto& question : questions()) {
    const JsonAnswer answer = run_to_json(store, *question.op, question.arguments);
    INFO(question.op->command);
    CHECK(answer.status() == 200);
    if (!question.arguments.has("explain") &&
        question.arguments.text("q").find("event") == std::string::npos)
      CHECK(answer.complete.total > 0);
    answered[question.op->command] = true;
  }
  for (const Op* op : ops()) {
    INFO(op->command);
    CHECK(answered.contains(op->command));
  }
}

TEST_CASE("no commit of an import changes what other projects show") {
  const test::Scratch scratch;
  const std::string folder = scratch.path();
  const std::string path = folder + "/d.db";
  Store store = open_to_write(path);
  fill(store, folder);
  const State before = state_of(store);
  const Said rows = stored(store);
  for (const auto& [view, shown] : before.views) {
    INFO(view);
    // What agents and persons write, which nothing here imports.
    const bool written = view == "sessions" || view == "events" || view == "tool_calls" ||
                         view == "findings" || view == "edits" || view == "notes" ||
                         view == "settings";
    CHECK(shown.empty() == written);
  }
  write_tree(folder + "/other", true);
  write(folder + "/other/Large.cs", large_source());

  int seen = 0;
  EveryCommit states(store, [&](Store& reader) {
    require_before(reader, before);
    if (++seen % 3 != 0 ||
        reader.database().number("SELECT count(*) FROM snapshots") != before.snapshots)
      return;
    // As if the process had been killed here.
    const std::string killed = folder + "/killed" + std::to_string(seen) + ".db";
    reader.database().backup_to(killed);
    Store next = open_to_write(killed);
    require_before(next, before);
    require_same(stored(next), rows, true);
    fs::remove(killed);
  });
  // Segments of the index are whole, and stored, in the middle of the import.
  const ImportReport report = import_tree(store, folder + "/other", "other", "only", 5000);
  CHECK(report.members > 1800);
  CHECK(store.database().number("SELECT count(*) FROM _segment") >
        std::stoi(rows.at("_segment").front()) + 4);
  CHECK(states.finish() > 20);
  CHECK(store.database().number("SELECT count(*) FROM snapshots") == before.snapshots + 1);
}

TEST_CASE("no commit of other writers changes what is not theirs") {
  const test::Scratch scratch;
  const std::string folder = scratch.path();
  Store store = open_to_write(folder + "/d.db");
  fill(store, folder);
  ImportOptions assemblies;
  assemblies.path = kFixtures + "/exports/unity.project.json";
  assemblies.project = "exported";
  assemblies.label = "played";
  import(store, assemblies);
  write_tree(folder + "/other", true);
  import_tree(store, folder + "/other", "other", "only");

  SECTION("an import that is refused at its end") {
    const State before = state_of(store);
    EveryCommit states(store, [&](Store& reader) {
      require_same(test::every_view(reader, kOld), before.views, true);
      require_keys(reader);
    });
    ImportOptions options;
    options.path = folder + "/copy/exported.project.json";
    write(options.path,
          R"({"Modules":[{"Name":"Unlike.dll","Types":[{"Name":"A","FullName":"B.A"}]}]})");
    options.project = std::nullopt;
    CHECK_THROWS_AS(import(store, options), Error);
    states.finish();
    CHECK(store.database().number("SELECT count(*) FROM _import") == 0);
  }
  SECTION("a drop and a compaction") {
    const Said before = test::every_view(store, kOld);
    EveryCommit states(store, [&](Store& reader) {
      require_same(test::every_view(reader, kOld), before, true);
      require_same(every_answer(reader, false), every_answer(reader, false), true);
      require_keys(reader);
    });
    drop_snapshot(store, "other", "only");
    drop_snapshot(store, "exported", "played");
    compact(store);
    CHECK(states.finish() > 4);
  }
  SECTION("a first import into a file that is there") {
    Store empty = open_to_write(folder + "/empty.db");
    EveryCommit states(empty, [&](Store& reader) {
      require_keys(reader);
      if (reader.database().number("SELECT count(*) FROM snapshots") != 0) return;
      for (const char* view : {"projects", "modules", "types", "members", "refs", "literals",
                               "details", "files", "symbols", "lines"}) {
        INFO(view);
        REQUIRE(rows_of(reader, std::string("SELECT * FROM ") + view).empty());
      }
    });
    write(folder + "/other/Large.cs", large_source());
    import_tree(empty, folder + "/other", "other", "only");
    CHECK(states.finish() > 20);
  }
}
