// What changed between two snapshots is one thing, however it is asked for: changed:, added:,
// removed: and moved: of the query language, the operation diff, and the table-valued function.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/json_value.h"
#include "queries/graph/edited_moves.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "tests/unit/loaded.h"
#include "tests/unit/places.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

using Names = std::multiset<std::string>;

const std::string kFixtures = std::string(test::kSource) + "/fixtures";

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
    const bool is_assembly = row.text("full_name").find(", Version=") != std::string::npos;
    names.insert(is_assembly ? name : in.empty() ? row.text("full_name") : in + "." + name);
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

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// Each hit of `diff --symbols`: "moved file b.py < a.py".
Names all_changes(Store& store) {
  Names names;
  const Json body = ask(store, kDiff, {{"before", "1"}, {"after", "2"}, {"symbols", "true"}});
  for (const Json& hit : body["hits"].each()) {
    const std::string from = hit.text("from");
    names.insert(hit.text("change") + " " + hit.text("kind") + " " + hit.text("name") +
                 (from.empty() ? "" : " < " + from));
  }
  return names;
}

}  // namespace

TEST_CASE("a file that moved and was edited is told with what moved in it") {
  const std::string price =
      "LIMIT = 10\n\nclass Price:\n    def total(self):\n        return self.amount\n\n"
      "    def known(self):\n        return LIMIT\n\ndef make(amount):\n    return Price(amount)\n";
  const std::string other = "def first():\n    return 1\n\ndef second():\n    return 2\n";
  struct Row {
    const char* about;
    std::string before, after;  // the text of shop/price.py, and of shop/cost.py
    Names changes;
  };
  const auto edited = [&](const std::string& from, const std::string& to) {
    std::string text = price;
    return text.replace(text.find(from), from.size(), to);
  };
  const Row rows[] = {
      {"one line",
       price,
       edited("return self.amount", "return self.amount + 1"),
       {"moved file shop/cost.py < shop/price.py", "moved type shop.cost < shop.price",
        "moved field shop.cost.LIMIT < shop.price.LIMIT",
        "moved type shop.cost.Price < shop.price.Price",
        "moved method shop.cost.Price.total(self) < shop.price.Price.total(self)",
        "moved method shop.cost.Price.known(self) < shop.price.Price.known(self)",
        "moved method shop.cost.make(amount) < shop.price.make(amount)"}},
      {"another file",
       other,
       price,
       {"removed file shop/price.py", "removed type shop.price",
        "removed method shop.price.first()", "removed method shop.price.second()",
        "added file shop/cost.py", "added type shop.cost", "added field shop.cost.LIMIT",
        "added type shop.cost.Price", "added method shop.cost.Price.total(self)",
        "added method shop.cost.Price.known(self)", "added method shop.cost.make(amount)"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    const test::Scratch scratch;
    Store store = open_in_memory();
    write(scratch / "t/shop/__init__.py", "");
    write(scratch / "t/shop/price.py", row.before);
    import_as(store, scratch / "t", "t");
    std::filesystem::remove(scratch / "t/shop/price.py");
    write(scratch / "t/shop/cost.py", row.after);
    import_as(store, scratch / "t", "t");
    CHECK(all_changes(store) == row.changes);
    both_agree(store);
  }
}

TEST_CASE("the likest of several files is the one that moved, of one name before others") {
  const test::Scratch scratch;
  Store store = open_in_memory();
  write(scratch / "t/a/one.txt", "a\nb\nc\nd\n");
  write(scratch / "t/a/two.txt", "a\nb\nc\ne\n");
  write(scratch / "t/a/half.txt", "v\nw\n");
  write(scratch / "t/a/less.txt", "x\ny\nz\n");
  write(scratch / "t/a/blank.txt", "\n\n}\n");
  import_as(store, scratch / "t", "t");
  std::filesystem::remove_all(scratch / "t/a");
  write(scratch / "t/b/two.txt", "a\nb\nc\nd\nf\n");  // as much of the other one, and more
  write(scratch / "t/b/new.txt", "a\nb\nc\nd\ng\n");
  write(scratch / "t/b/half2.txt", "v\n1\n");
  write(scratch / "t/b/less2.txt", "x\n2\n3\n");
  write(scratch / "t/b/blank2.txt", "\n\n}\n\n");
  import_as(store, scratch / "t", "t");
  CHECK(all_changes(store) ==
        Names{"moved file b/two.txt < a/two.txt", "moved file b/new.txt < a/one.txt",
              "moved file b/half2.txt < a/half.txt", "removed file a/less.txt",
              "added file b/less2.txt", "removed file a/blank.txt", "added file b/blank2.txt"});
}

TEST_CASE("what is compared of files that moved is bounded, and it is said") {
  const test::Scratch scratch;
  Store store = open_in_memory();
  const std::vector<std::string> gone = {"a/one.txt", "a/two.txt"},
                                 added = {"b/one.txt", "b/two.txt"};
  for (const auto& path : gone) write(scratch / ("t/" + path), "a\nb\n" + path + "\n");
  import_as(store, scratch / "t", "t");
  std::filesystem::remove_all(scratch / "t/a");
  for (const auto& path : added) write(scratch / ("t/" + path), "a\nb\n" + path + "\n");
  import_as(store, scratch / "t", "t");
  const auto found = [&](EditedMoves::Limits limits) {
    EditedMoves moves(store.index(), 1, 2, limits);
    const size_t count = moves.find(gone, added).size();
    return std::to_string(count) + (moves.is_cut() ? ", cut" : "");
  };
  constexpr int64_t kSize = 14;  // of each file
  CHECK(found({}) == "2");
  CHECK(found({.pairs = 2}) == "2");
  CHECK(found({.pairs = 1}) == "1, cut");
  CHECK(found({.file_bytes = kSize}) == "2");
  CHECK(found({.file_bytes = kSize - 1}) == "0, cut");
  CHECK(found({.bytes = 4 * kSize}) == "2");
  CHECK(found({.bytes = 4 * kSize - 1}) == "1, cut");
}

TEST_CASE("code that was hashed by other rules is not compared, and it is said") {
  const auto diff = [](const char* was, const char* is) {
    Store store = open_in_memory();
    const auto add = [&](const char* readers, uint64_t body, const char* literal) {
      Module module;
      module.kind = ModuleKind::assembly;
      module.name = module.full_name = module.path = "Shop.dll";
      Type& type = module.types.emplace_back();
      type.name = type.full_name = "Shop";
      type.kind = "class";
      for (const char* name : {"Run", "Stop"}) {
        Member& member = type.members.emplace_back();
        member.kind = MemberKind::method;
        member.name = name;
        member.full_name = module.text.join({"Shop.", name});
        member.signature = "System.Void M()";
        member.body = body;
      }
      module.literals.push_back({2, true, literal, 3, 0});
      LoadOptions options = test::project_of("shop", "assemblies");
      options.readers = readers;
      test::load_facts(store, options, std::move(module));
    };
    add(was, 7, "one");
    add(is, 8, "two");
    const Json body = ask(store, kDiff, {{"before", "1"}, {"after", "2"}});
    std::string out;
    for (const Json& hit : body["hits"].each()) out += hit.text("name") + " ";
    return out + (body.text("note").empty() ? "" : "with a note");
  };
  CHECK(diff("bodies 1", "bodies 1") == "Shop.Run() Shop.Stop() ");
  CHECK(diff("bodies 1", "bodies 2") == "Shop.Run() with a note");
  CHECK(diff("", "bodies 2") == "Shop.Run() with a note");
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
  // An attribute's argument.
  CHECK(changed(as_it_was, build("noted", "a\\b", "a\\c")) == Names{"Shapes.Shape"});
  // What it is a part of is another method.
  CHECK_FALSE(changed(as_it_was, build("renamed", iterator, "<GetEnumerater>c__Iterator")).empty());
}
