// Any sequence of imports, drops and compactions leaves what a fresh database of the remaining
// imports holds, to every view, to searches, and to the tables below them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/load.h"
#include "store/index/contents.h"
#include "store/upkeep/compact.h"
#include "store/upkeep/drop.h"
#include "tests/unit/rows.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

// What one import brings: which version of which module. It can be imported again elsewhere.
struct Recipe {
  std::string project;
  std::string label;
  bool tree = false;
  std::map<int, int> parts;  // module or file -> version
};

const char* const kWords[] = {"Player", "Health", "Quest", "Shader",
                              "Token",  "Packet", "Ünit",  "λ"};

Module make_module(const Recipe& recipe, int part, int version) {
  std::mt19937 draw(static_cast<unsigned>(part * 100 + version + (recipe.tree ? 7000 : 0)));
  const auto word = [&] { return std::string_view(kWords[draw() % std::size(kWords)]); };
  Module module;
  const std::string number = std::to_string(part), edition = std::to_string(version);
  module.kind = recipe.tree ? ModuleKind::source : ModuleKind::exported;
  module.name = recipe.tree ? module.text.join({"src/f", number, ".cs"})
                            : module.text.join({"Part", number, ".dll"});
  module.full_name = module.text.join({"Part", number, ", Version=", edition});
  module.path = recipe.tree ? module.name : module.text.join({"/opt/", recipe.label, "/", number});
  if (recipe.tree) module.language = "C#";
  for (uint32_t t = 0; t < 3 + draw() % 3; ++t) {
    Type type;
    type.name = module.text.join({word(), word(), std::to_string(t)});
    type.name_space = module.text.join({"Ns", number});
    type.full_name = module.text.join({type.name_space, ".", type.name});
    type.base_type = draw() % 2 ? "System.Object" : module.text.join({"Base", edition});
    type.kind = "class";
    type.line = recipe.tree ? 1 + t : 0;
    if (draw() % 2) type.source_path = module.text.join({"/src/", number, "/", edition, ".cs"});
    for (uint32_t m = 0; m < draw() % 4; ++m) {
      Member member;
      member.kind = m % 2 ? MemberKind::method : MemberKind::field;
      member.member_type = m % 2 ? "Method" : "Field";
      member.name = module.text.join({word(), std::to_string(m)});
      member.full_name = module.text.join({type.full_name, ".", member.name});
      member.signature =
          module.text.join({word(), " ", member.name, m % 2 ? "(System.Int32 a)" : ""});
      type.members.push_back(member);
    }
    const auto source = static_cast<uint32_t>(1 + module.references.size());
    Reference reference;
    reference.source = std::min<uint32_t>(source, 1);
    reference.target = reference.target_type = module.text.join({"T", edition, ".", word()});
    reference.target_scope = "mscorlib";
    reference.target_key = reference.target;
    module.references.push_back(reference);
    module.literals.push_back({1, true, module.text.join({"lit", number, "v", edition}), -1, 0});
    module.details.push_back({1, DetailKind::doc, module.text.join({"doc of ", word()})});
    module.types.push_back(std::move(type));
  }
  return module;
}

File make_file(int part, int version) {
  File file;
  file.path = "src/f" + std::to_string(part) + ".cs";
  file.language = "C#";
  for (int i = 0; i < 5 + part * 40; ++i)
    file.contents += "line " + std::to_string(i) + " of " + std::to_string(part) +
                     (i % 7 == version ? " needle" + std::to_string(version) : "") + "\n";
  file.lines = 5 + part * 40;
  file.size = static_cast<int64_t>(file.contents.size());
  file.mtime_ns = version;
  return file;
}

void import(Store& store, const Recipe& recipe,
            size_t most_postings = LoadOptions().most_postings) {
  LoadOptions options;
  options.most_postings = most_postings;
  options.project = recipe.project;
  options.project_given = true;
  options.label = recipe.label;
  options.kind = recipe.tree ? "directory" : "export";
  options.source = "here";
  Load load(store, options);
  for (const auto& [part, version] : recipe.parts) {
    if (recipe.tree) load.add(make_file(part, version));
    load.add(make_module(recipe, part, version));
  }
  load.finish();
}

// Rows of a query, each as one line; the first column of a row is a snapshot's label.
std::vector<std::string> texts_of(Store& store, const std::string& sql) {
  std::vector<std::string> rows = test::rows_of(store, sql);
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::map<std::string, std::vector<std::string>> shown(Store& store) {
  const std::pair<const char*, const char*> kViews[] = {
      {"snapshots", "project, kind, is_latest, modules, types, members, \"references\", files"},
      {"modules", "project, name, full_name, path, kind, language, is_latest"},
      {"types", "module, namespace, name, full_name, base_type, kind, source_path, line"},
      {"members", "module, type, kind, name, full_name, signature, key"},
      {"refs", "module, source_type, kind, target, target_key"},
      {"literals", "module, value, kind"},
      {"details", "module, kind, text"},
      {"files", "path, language, size, lines, hash, is_latest"}};
  std::map<std::string, std::vector<std::string>> all;
  for (const auto& [view, columns] : kViews) {
    const std::string id = std::string(view) == "snapshots" ? "id" : "snapshot";
    all[view] = texts_of(store, "SELECT (SELECT label FROM snapshots s WHERE s.id = v." + id +
                                    "), " + columns + " FROM " + view + " v");
  }
  std::vector<std::pair<int64_t, std::string>> snapshots;
  Statement labels(store.database(), "SELECT id, label FROM snapshots");
  while (labels.step()) snapshots.emplace_back(labels.integer(0), labels.text(1));
  for (const auto& [id, label] : snapshots) {
    const std::string of = " WHERE snapshot = " + std::to_string(id);
    all["lines " + label] = texts_of(store, "SELECT path, line, text FROM lines" + of);
    all["needle " + label] =
        texts_of(store, "SELECT path, line FROM lines" + of + " AND text REGEXP 'needle1$'");
    all["symbols " + label] =
        texts_of(store, "SELECT kind, full_name, signature, path, base_type FROM symbols" + of);
    all["types " + label] = texts_of(
        store, "SELECT full_name FROM symbols" + of + " AND kind = 'type' AND name REGEXP 'quest'");
    all["broad " + label] = {
        run_to_json(store, kBroad, {{"pattern", "player.*t|λ"}, {"snapshot", label}}).body};
  }
  return all;
}

// How many rows each table of facts has, and what the pools of text hold.
std::map<std::string, std::vector<std::string>> stored_rows(Store& store) {
  std::map<std::string, std::vector<std::string>> all;
  for (const char* table :
       {"_project", "_snapshot", "_head", "_module", "_snapshot_module", "_source_set",
        "_source_path", "_type", "_member", "_code", "_detail", "_target", "_reference", "_literal",
        "_literal_text", "_import", "_content", "_file", "_snapshot_text"})
    all[table] = texts_of(store, std::string("SELECT count(*) FROM ") + table);
  all["names"] = texts_of(store, "SELECT text FROM _name");
  store.database().execute(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, _word, row)");
  all["words"] = texts_of(store, "SELECT term, doc, cnt FROM vocabulary");
  store.database().execute(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.contents USING fts5vocab(main, _content_word, "
      "instance)");
  all["words of contents"] = texts_of(
      store, "SELECT v.term, c.hash, c.words FROM contents v LEFT JOIN _content c ON c.id = v.doc");
  all["signatures of none"] =
      texts_of(store,
               "SELECT text FROM _sig WHERE id NOT IN (SELECT sig FROM _member WHERE sig IS NOT "
               "NULL) AND id "
               "NOT IN (SELECT params FROM _member WHERE params IS NOT NULL)");
  for (const std::string in : {"gram FROM _posting WHERE segment", "id FROM _unit WHERE id >> 32",
                               "id FROM _posting_page WHERE id >> 32"})
    all[in] = texts_of(store, "SELECT " + in + " NOT IN (SELECT id FROM _segment)");
  return all;
}

void require_equal(const std::map<std::string, std::vector<std::string>>& a,
                   const std::map<std::string, std::vector<std::string>>& b) {
  REQUIRE(a.size() == b.size());
  for (const auto& [name, rows] : a) {
    INFO(name);
    REQUIRE(b.contains(name));
    REQUIRE(rows == b.at(name));
  }
}

Store fresh(const std::vector<Recipe>& recipes) {
  Store store = open_in_memory();
  for (const auto& recipe : recipes) import(store, recipe);
  return store;
}

}  // namespace

TEST_CASE("any sequence of import, drop and compact equals a fresh database of what remains") {
  const unsigned seed = GENERATE(range(1u, 9u));
  CAPTURE(seed);
  std::mt19937 draw(seed);
  Store store = open_in_memory();
  std::vector<Recipe> remaining;
  int imports = 0;
  for (int step = 0; step < 40; ++step) {
    const unsigned what = remaining.empty() ? 0 : draw() % 20;
    if (what < 11) {
      Recipe recipe;
      const int project = static_cast<int>(draw() % 3);
      recipe.project = "P" + std::to_string(project);
      recipe.tree = project == 2;
      recipe.label = "L" + std::to_string(imports++);
      for (int part = 0; part < 6; ++part)
        if (draw() % 3) recipe.parts[part + project * 3 % 4] = static_cast<int>(draw() % 3);
      if (recipe.parts.empty()) recipe.parts[0] = 0;
      // A segment for every module and text, or as few as there are in the database of comparison.
      import(store, recipe, seed % 2 ? 1 : LoadOptions().most_postings);
      remaining.push_back(recipe);
    } else if (what < 17) {
      const auto at = remaining.begin() + static_cast<std::ptrdiff_t>(draw() % remaining.size());
      drop_snapshot(store, at->project, at->label);
      remaining.erase(at);
    } else {
      compact(store);
    }
    if (what >= 17 || step % 10 == 9) {
      Store expected = fresh(remaining);
      require_equal(shown(store), shown(expected));
      if (what >= 17) require_equal(stored_rows(store), stored_rows(expected));
    }
  }
  for (const auto& recipe : remaining) drop_snapshot(store, recipe.project, recipe.label);
  compact(store);
  Store empty = open_in_memory();
  require_equal(stored_rows(store), stored_rows(empty));
  CHECK(store.database().number("SELECT count(*) FROM _sig") == 0);
  CHECK(store.database().number("SELECT count(*) FROM _segment") == 0);
  CHECK(store.database().number("SELECT count(*) FROM _unit") == 0);
}

TEST_CASE("compaction leaves few segments, and answers as before") {
  Store store = open_in_memory();
  for (int i = 0; i < 30; ++i)
    for (const bool tree : {false, true}) {
      Recipe recipe{tree ? "T" : "E", (tree ? "t" : "e") + std::to_string(i), tree, {}};
      for (int part = 0; part < 4; ++part) recipe.parts[part] = part == i % 4 ? i : i / 4;
      import(store, recipe);
    }
  const auto before = shown(store);
  REQUIRE(store.database().number("SELECT count(*) FROM _segment WHERE part = 0") == 60);
  const Compacted done = compact(store);
  CHECK(done.modules == 0);
  CHECK(done.segments_before > 70);
  CHECK(store.database().number("SELECT count(*) FROM _segment WHERE part = 0") <= 5);
  CHECK(store.database().number("SELECT count(*) FROM _segment WHERE part = 1") <= 5);
  require_equal(shown(store), before);
  CHECK(compact(store).segments_before == done.segments_after);
}

TEST_CASE("a text is read again after its place was reused") {
  const test::Scratch scratch;
  Store writer = open_to_write(scratch / "d.db");
  import(writer, Recipe{"T", "old", true, { { 1, 0 } }});
  // As a server does that is asked for nothing but files.
  Store reader = open_to_read(scratch / "d.db");
  const auto text = [&](const std::string& label) {
    const Transaction transaction(reader.database(), Transaction::reading);
    const auto files = files_at(reader.statements(), reader.scope("", label), "src/f1.cs");
    return files.size() == 1 ? text_of(reader.index(), files.front()) : "no such file";
  };
  CHECK(text("old") == make_file(1, 0).contents);
  drop_snapshot(writer, "", "old");
  compact(writer);
  import(writer, Recipe{"T", "new", true, { { 1, 1 } }});
  CHECK(text("new") == make_file(1, 1).contents);
}

TEST_CASE("compaction keeps the names of every referring column") {
  Store store = open_in_memory();
  std::set<std::string> named;
  for (const auto& table : texts_of(store, "SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    Statement keys(store.database(), "SELECT \"from\" FROM pragma_foreign_key_list('" +
                                         table.substr(0, table.size() - 1) +
                                         "') WHERE \"table\" = '_name'");
    while (keys.step())
      named.insert(table.substr(0, table.size() - 1) + "." + std::string(keys.text(0)));
  }
  // A column that is added here is added to store/sql/delete_dead_names.sql too. That has
  // _member.full_name as well, which is no key: 0 stands there for the name alone.
  CHECK(named == std::set<std::string>{"_file.language", "_file.path", "_literal.value",
                                       // a subset of _literal.value once that is compacted
                                       "_literal_text.id", "_member.member_type", "_member.name",
                                       "_module.full_name", "_module.language", "_module.name",
                                       "_target.key", "_target.scope", "_target.text",
                                       "_target.type", "_type.base_type", "_type.full_name",
                                       "_type.kind", "_type.name", "_type.name_space"});
}

TEST_CASE("dropping a snapshot") {
  Store store = open_in_memory();
  const Recipe first{"A", "one", false, {{0, 0}, {1, 0}}},
      second{"A", "two", false, {{0, 0}, {1, 1}}};
  import(store, first);
  import(store, second);
  SECTION("gives its place as the newest to the one before") {
    const Dropped dropped = drop_snapshot(store, "", "two");
    CHECK(dropped.was_newest);
    CHECK(dropped.newest == 1);
    Store expected = fresh({first});
    require_equal(shown(store), shown(expected));
  }
  SECTION("takes its project with it when it was the last") {
    CHECK_THROWS_AS(drop_snapshot(store, "", ""), Error);
    drop_snapshot(store, "", "1");
    CHECK(drop_snapshot(store, "A", "two").newest == 0);
    CHECK(store.database().number("SELECT count(*) FROM projects") == 0);
    CHECK_THROWS_AS(drop_snapshot(store, "", "two"), Error);
  }
  SECTION("never has its number given to another") {
    drop_snapshot(store, "", "two");
    import(store, second);
    CHECK(store.database().number("SELECT max(id) FROM snapshots") == 3);
  }
}
