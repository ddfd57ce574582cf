// Which texts have words in the ranked index of contents, and that none is left of others.
#include <catch2/catch.hpp>
#include <set>

#include "queries/open.h"
#include "store/import/file_writer.h"
#include "store/recover.h"
#include "store/sql.h"
#include "store/store.h"
#include "store/upkeep/compact.h"
#include "store/upkeep/drop.h"
#include "tests/unit/loaded.h"

using namespace dossier;

namespace {

using Files = std::map<std::string, std::string>;

File file_of(const std::string& path, const std::string& text) {
  File file;
  file.path = path;
  file.contents = text;
  file.size = static_cast<int64_t>(text.size());
  file.lines = std::count(text.begin(), text.end(), '\n');
  return file;
}

LoadResult import_files(Store& store, const Files& files, bool ranked = true) {
  LoadOptions options = test::project_of("tree", "directory");
  options.ranked = ranked;
  Load load(store, options);
  for (const auto& [path, text] : files) load.add(file_of(path, text));
  return load.finish();
}

// "word in text", of the texts' first lines.
std::set<std::string> words_in(Store& store) {
  store.database().execute(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.held USING fts5vocab(main, _content_word, "
      "instance)");
  std::set<std::string> words;
  Statement statement(store.database(),
                      "SELECT h.term || ' in ' || coalesce((SELECT n.text FROM _file f JOIN _name "
                      "n ON n.id = f.path WHERE f.content = h.doc), 'none') FROM held h");
  while (statement.step()) words.insert(std::string(statement.text(0)));
  return words;
}

int64_t unranked(Store& store) {
  return store.database().number("SELECT count(*) FROM _content WHERE words IS NULL");
}

}  // namespace

TEST_CASE("an import ranks the words of the texts it brings") {
  Store store = open_in_memory();
  import_files(store,
               {{"a.c", "ReadOrder read\n"}, {"b.c", "ship\n"}, {"c.c", ""}, {"d.c", "42\n"}});
  const std::set<std::string> first = {"read in a.c", "order in a.c", "ship in b.c"};
  CHECK(words_in(store) == first);
  CHECK(unranked(store) == 0);
  CHECK(store.database().number("SELECT sum(words) FROM _content") == 3);
  SECTION("an unchanged tree brings none") {
    const int64_t changes = store.database().number("SELECT total_changes()");
    CHECK_FALSE(
        import_files(store,
                     {{"a.c", "ReadOrder read\n"}, {"b.c", "ship\n"}, {"c.c", ""}, {"d.c", "42\n"}})
            .is_new);
    CHECK(words_in(store) == first);
    CHECK(store.database().number("SELECT total_changes()") - changes < 20);
  }
  SECTION("a changed file brings its own") {
    import_files(store, {{"a.c", "ReadOrder read\n"}, {"b.c", "pack\n"}});
    CHECK(words_in(store) ==
          std::set<std::string>{"read in a.c", "order in a.c", "ship in b.c", "pack in b.c"});
    drop_snapshot(store, "", "1");
    compact(store);
    CHECK(words_in(store) == std::set<std::string>{"read in a.c", "order in a.c", "pack in b.c"});
  }
  SECTION("compaction forgets all when nothing is left") {
    drop_snapshot(store, "", "1");
    compact(store);
    CHECK(words_in(store).empty());
  }
}

TEST_CASE("an import without ranked words leaves them to the next one with them") {
  Store store = open_in_memory();
  const Files files = {{"a.c", "ReadOrder read\n"}, {"b.c", "ship\n"}};
  import_files(store, files, false);
  CHECK(words_in(store).empty());
  CHECK(unranked(store) == 2);
  compact(store);
  CHECK(unranked(store) == 2);
  SECTION("of the same tree") {
    CHECK_FALSE(import_files(store, files).is_new);
    CHECK(unranked(store) == 0);
    CHECK(words_in(store) == std::set<std::string>{"read in a.c", "order in a.c", "ship in b.c"});
  }
  SECTION("as far as the tree still holds them") {
    import_files(store, {{"a.c", "ReadOrder read\n"}, {"b.c", "pack\n"}});
    CHECK(unranked(store) == 1);
    CHECK(words_in(store) == std::set<std::string>{"read in a.c", "order in a.c", "pack in b.c"});
  }
}

TEST_CASE("an import that dies before its last commit leaves no words") {
  const bool first = GENERATE(true, false);
  Store store = open_in_memory();
  if (!first) import_files(store, {{"a.c", "ReadOrder read\n"}});
  const auto before = words_in(store);
  store.run<sql::BeginImport>();
  const ImportMarks marks = *store.rows<sql::ImportMarks>().next();
  {
    FactWriter facts(store, marks, [] {});
    FileWriter files(store, marks, facts, {}, [] {});
    files.add(file_of("b.c", "read and ship\n"));
    files.finish();
    files.write_segments();
    files.write_contents(true);
  }
  CHECK(words_in(store).size() == before.size() + 3);
  CHECK(store.database().number("SELECT count(*) FROM _segment WHERE part = 1") == (first ? 1 : 2));
  remove_import(store);
  CHECK(store.database().number("SELECT count(*) FROM _segment WHERE part = 1") == (first ? 0 : 1));
  CHECK(store.database().number(
            "SELECT count(*) FROM _posting WHERE segment NOT IN (SELECT id FROM _segment)") == 0);
  CHECK(words_in(store) == before);
  CHECK(store.database().number("SELECT count(*) FROM _content") == (first ? 0 : 1));
  import_files(store, {{"c.c", "read more\n"}});
  CHECK(words_in(store).contains("more in c.c"));
  CHECK_FALSE(words_in(store).contains("ship in c.c"));
}
