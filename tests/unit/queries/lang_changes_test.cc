// What changed between two snapshots is one thing, however it is asked for: changed:, added:,
// removed: and moved: of the query language, the operation diff, and the table-valued function.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

using Names = std::multiset<std::string>;

const std::string kFixtures = std::string(DOSSIER_SOURCE_DIR) + "/fixtures";

void import_as(Store& store, const std::string& path, const char* project) {
  ImportOptions options;
  options.path = path;
  options.project = project;
  import(store, options);
}

Json ask(Store& store, const Op& op, Arguments arguments) {
  arguments.unlimited = true;
  const JsonAnswer answer = run_to_json(store, op, arguments);
  REQUIRE(answer.status() == 200);
  return read_json(answer.body);
}

// Of keys and paths, without parameters: `method G.Unit.Heal`.
Names by_diff(Store& store, const std::string& change, bool files) {
  Names names;
  const Json body = ask(store, kDiff, {{"before", "1"}, {"after", "2"}, {"symbols", "true"}});
  for (const auto& hit : body["hits"].each()) {
    if (hit["change"] != change || (hit["kind"] == "file") != files) continue;
    const std::string& name = hit.text("name");
    names.insert(name.substr(0, files ? name.npos : name.find('(')));
  }
  return names;
}

Names by_find(Store& store, const std::string& change, bool files) {
  Names names;
  const std::string query = (files ? "kind:file " : "") + change + ":1..2 select:(full,in,name)";
  const Json body = ask(store, kFind, {{"q", query}});
  for (const auto& row : body["rows"].each()) {
    const std::string &in = row.text("type"), &name = row.text("name");
    names.insert(in.empty() ? row.text("full_name") : in + "." + name);
  }
  return names;
}

void both_agree(Store& store) {
  for (const char* change : {"added", "removed", "changed", "moved"})
    for (const bool files : {false, true}) {
      CAPTURE(change, files);
      CHECK(by_find(store, change, files) == by_diff(store, change, files));
    }
}

}  // namespace

TEST_CASE("two exports differ in the same way for find and diff") {
  Store store = open_in_memory();
  import_as(store, kFixtures + "/exports/versions.v1.project.json", "shop");
  import_as(store, kFixtures + "/exports/versions.v2.project.json", "shop");
  REQUIRE_FALSE(by_diff(store, "added", false).empty());
  both_agree(store);
}

TEST_CASE("two trees differ in the same way for find and diff, including moves") {
  namespace fs = std::filesystem;
  const test::Scratch scratch;
  const fs::path tree = scratch / "shop";
  fs::copy(kFixtures + "/repositories/languages", tree, fs::copy_options::recursive);
  Store store = open_in_memory();
  import_as(store, tree, "shop");
  // A module moves as it is; another changes while it moves; a method's body changes; one is
  // renamed; a file goes; a file comes; another keeps its size.
  fs::create_directory(tree / "lib");
  fs::rename(tree / "ruby" / "price.rb", tree / "lib" / "price.rb");
  fs::rename(tree / "Shop.cs", tree / "lib" / "Shop.cs");
  std::ofstream(tree / "lib" / "Shop.cs", std::ios::app) << "\nnamespace Late { class Extra {} }\n";
  const auto edit = [&](const char* file, const std::string& from, const std::string& to) {
    std::string text = scratch.read("shop/" + std::string(file));
    REQUIRE(text.find(from) != text.npos);
    text.replace(text.find(from), from.size(), to);
    std::ofstream(tree / file) << text;
  };
  edit("shop/prices/money.py", "amount + 1", "amount + 2");
  edit("shop/prices/money.py", "def known", "def well_known");
  fs::remove(tree / "swift" / "Price.swift");
  std::ofstream(tree / "new.py") << "def fresh(a):\n    return a\n";
  import_as(store, tree, "shop");
  for (const char* change : {"added", "removed", "changed", "moved"}) {
    CAPTURE(change);
    REQUIRE_FALSE(by_diff(store, change, false).empty());
    REQUIRE_FALSE(by_diff(store, change, true).empty());
  }
  both_agree(store);
  // What moved as it is, is neither new nor gone.
  CHECK(by_find(store, "added", true).count("lib/price.rb") == 0);
  CHECK(by_find(store, "removed", true).count("ruby/price.rb") == 0);
  CHECK(by_find(store, "moved", true).count("lib/price.rb") == 1);
  // In SQL, too, with where it came from.
  Statement rows(store.database(),
                 "SELECT \"from\" FROM changes WHERE older = 1 AND newer = 2 AND change = 'moved' "
                 "AND kind = 'file' AND name = 'lib/price.rb'");
  REQUIRE(rows.step());
  CHECK(rows.text(0) == "ruby/price.rb");
}

TEST_CASE("two builds of an assembly do not differ by the numbers in generated names") {
  namespace fs = std::filesystem;
  const test::Scratch scratch;
  const auto build = [&](const char* folder, const std::string& from, const std::string& to) {
    const fs::path file = fs::path(scratch / folder) / "Shapes.dll";
    fs::create_directory(file.parent_path());
    fs::copy(kFixtures + "/assemblies/Shapes.dll", file);
    std::string bytes = scratch.read(std::string(folder) + "/Shapes.dll");
    const size_t at = bytes.find(from);
    REQUIRE(at != bytes.npos);
    std::ofstream(file, std::ios::binary) << bytes.replace(at, from.size(), to);
    return file.string();
  };
  const auto changed = [&](const std::string& before, const std::string& after) {
    Store store = open_in_memory();
    import_as(store, before, "shapes");
    import_as(store, after, "shapes");
    Names all;
    for (const char* change : {"added", "removed", "changed", "moved"})
      all.merge(by_diff(store, change, false));
    both_agree(store);
    return all;
  };
  const std::string iterator = "<GetEnumerator>c__Iterator";
  const auto as_it_was = build("was", iterator + "0", iterator + "0");
  CHECK(changed(as_it_was, build("counted", iterator + "0", iterator + "7")).empty());
  CHECK(changed(as_it_was, build("cached", "<>f__am$cache0", "<>f__am$cache4")).empty());
  // What it is a part of is another method.
  CHECK_FALSE(changed(as_it_was, build("renamed", iterator, "<GetEnumerater>c__Iterator")).empty());
}
