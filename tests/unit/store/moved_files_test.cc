// A tree whose files were renamed, copied or swapped: the import that takes their symbols from what
// is stored holds what a fresh import does, row by row.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/canonical.h"
#include "engine/readers/languages/moved.h"
#include "engine/readers/snapshot/classify.h"
#include "queries/open.h"
#include "store/import/import.h"
#include "store/import/stored_module.h"
#include "tests/unit/places.h"
#include "tests/unit/scratch.h"
#include "tests/unit/store/shown.h"

using namespace dossier;
namespace fs = std::filesystem;

namespace {

ImportReport import_into(Store& store, const fs::path& folder) {
  ImportOptions options;
  options.path = folder.string();
  options.project = "P";
  return import(store, options);
}

const fs::path kLanguages = fs::path(test::kSource) / "fixtures/repositories/languages";

// One source of each language, by its path there.
std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(kLanguages)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".golden") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    found.emplace(fs::relative(entry.path(), kLanguages).generic_string(), text.str());
  }
  return found;
}

// Each file has a time of its own, so long ago that it tells whether the file is as it was.
void put(const test::Scratch& folder, const std::string& path, const std::string& text) {
  static int written = 0;
  folder.write(path, text);
  fs::last_write_time(
      folder.path() / path,
      fs::file_time_type::clock::now() - std::chrono::hours(1) - std::chrono::seconds(++written));
}

// Imports what changed and holds it against a fresh import; gives how many files were not parsed.
uint64_t check(Store& store, const fs::path& folder) {
  const ImportReport report = import_into(store, folder);
  Store fresh = open_in_memory();
  const ImportReport expected = import_into(fresh, folder);
  CHECK(report.types == expected.types);
  CHECK(report.members == expected.members);
  CHECK(report.references == expected.references);
  CHECK(report.tree->damaged.size() <= expected.tree->damaged.size());
  const test::Rows rows = test::shown(store), wanted = test::shown(fresh);
  for (const auto& [name, lines] : wanted) {
    INFO(name);
    CHECK(rows.at(name) == lines);
  }
  return report.tree->had;
}

}  // namespace

TEST_CASE("what a source tells at another path is what is read there", "[threads]") {
  size_t moved = 0;
  for (const auto& [path, text] : sources()) {
    CAPTURE(path);
    const auto* language = snapshot::language_of(path, text);
    REQUIRE(language);
    const auto name = path.substr(path.rfind('/') + 1);
    for (const std::string& to : {"elsewhere/deep/" + name, name, "x/other" + name, path}) {
      CAPTURE(to);
      if (!languages::may_move(language->name, path, to)) continue;
      auto source = languages::read({path, text}, *language);
      const auto expected = languages::read({to, text}, *language);
      REQUIRE((source && expected));
      REQUIRE(languages::move_to(source->module, to));
      CHECK(content_hash(source->module) == content_hash(expected->module));
      CHECK(source->module.path == to);
      ++moved;
    }
  }
  CHECK(moved > 30);
  CHECK_FALSE(languages::may_move("C", "a.h", "a.c"));
  CHECK_FALSE(languages::may_move("Python", "a.py", "b.py"));
  CHECK_FALSE(languages::may_move("no language", "a", "b"));
}

TEST_CASE("a name that may come from the path keeps a module from being moved") {
  const std::string text = "#include \"lib/a.c\"\nint f(void) { return g(); }\n";
  const auto* language = snapshot::language_of("lib/a.c", text);
  REQUIRE(language);
  auto source = languages::read({"lib/a.c", text}, *language);
  REQUIRE(source);
  CHECK_FALSE(languages::move_to(source->module, "b.c"));
}

TEST_CASE("a module that is read back from its rows is what was read") {
  const test::Scratch folder;
  for (const auto& [path, text] : sources()) folder.write(path, text);
  Store store = open_in_memory();
  import_into(store, folder.path());
  std::vector<std::pair<int64_t, std::string>> modules;
  Statement all(store.database(),
                "SELECT m.id, n.text FROM _module m JOIN _name n ON n.id = m.name");
  while (all.step()) modules.emplace_back(all.integer(0), all.text(1));
  for (const auto& [id, name] : modules) {
    const auto module = stored_module(store, id);
    REQUIRE(module);
    CHECK(module->name == name);
  }
  CHECK_FALSE(stored_module(store, 1 << 30));
  store.database().execute(
      "UPDATE _member SET flags = flags + 1 WHERE id = (SELECT max(id) FROM "
      "_member)");
  size_t damaged = 0;
  for (const auto& [id, name] : modules) damaged += !stored_module(store, id);
  CHECK(damaged == 1);
}

TEST_CASE("files that move in a tree are imported as a fresh import would") {
  const test::Scratch folder;
  const fs::path root = folder.path();
  put(folder, "c/a.c",
      "#include \"b.h\"\nstatic int count;\nint twice(int n) { return add(n, n); }\n");
  put(folder, "c/b.h", "/* c/b.h */\nint add(int a, int b);\nstruct pair { int a, b; };\n");
  put(folder, "c/c.c", "#include \"b.h\"\nint add(int a, int b) { return a + b; }\n");
  put(folder, "go/p/a.go", "package p\n\nfunc A() { B(\"text\") }\n");
  put(folder, "go/p/b.go", "package p\n\nfunc B(s string) {}\n");
  put(folder, "py/pkg/__init__.py", "");
  put(folder, "py/pkg/one.py", "from . import two\n\ndef f():\n    return two.g()\n");
  put(folder, "py/pkg/two.py", "def g():\n    return 1\n");
  put(folder, "rs/Cargo.toml", "[package]\nname = \"first\"\n");
  put(folder, "rs/src/lib.rs", "pub fn f() -> u32 { helper::g() }\npub mod helper;\n");
  put(folder, "rs/src/helper.rs", "pub fn g() -> u32 { 1 }\n");
  put(folder, "ts/a.ts", "import { b } from './b';\nexport function a() { return b(); }\n");
  put(folder, "ts/b.ts", "export function b() { return 1; }\n");
  put(folder, "api/m.proto",
      "syntax = \"proto3\";\nmessage M { repeated string product_ids = 1; }\n");
  put(folder, "go/p/use.pb.go", "package p\n\nfunc U(m *M) int { return len(m.ProductIds) }\n");
  put(folder, "broken.c", "int ok(void) { return 1; }\n} } ) = ;\n");
  Store store = open_in_memory();
  import_into(store, root);
  const auto move = [&](const char* from, const char* to) {
    fs::create_directories((root / to).parent_path());
    fs::rename(root / from, root / to);
  };

  // In what a program wrote, no names of .proto files are looked for.
  SECTION("a file whose name no longer says that a program wrote it") {
    move("go/p/use.pb.go", "go/p/use.go");
    CHECK(check(store, root) == 0);
    move("go/p/use.go", "go/p/use.pb.go");
    CHECK(check(store, root) == 0);
  }

  SECTION("a file renamed, and back") {
    move("c/a.c", "c/z.c");
    CHECK(check(store, root) == 1);
    move("c/z.c", "c/a.c");
    CHECK(check(store, root) == 1);
  }
  SECTION("two files swapped") {
    move("c/a.c", "c/t.c");
    move("c/c.c", "c/a.c");
    move("c/t.c", "c/c.c");
    CHECK(check(store, root) == 2);
  }
  SECTION("a copy, and a copy of a copy") {
    put(folder, "d/a.c", folder.read("c/a.c"));
    CHECK(check(store, root) == 1);
    put(folder, "e/again.c", folder.read("d/a.c"));
    CHECK(check(store, root) == 1);
  }
  SECTION("a name in other letters, and one of another language") {
    move("c/a.c", "c/A.c");
    CHECK(check(store, root) == 1);
    move("c/b.h", "c/b.c");
    move("c/c.c", "c/c.cpp");
    CHECK(check(store, root) == 0);
  }
  SECTION("folders of every language") {
    for (const auto& [path, text] : sources())
      if (!path.ends_with(".proto")) put(folder, "src/" + path, text);
    import_into(store, root);
    move("src", "lib/old");
    move("go/p", "go/q");
    move("py/pkg", "py/other");
    move("rs", "crate");
    move("ts", "web");
    CHECK(check(store, root) > 5);
    move("lib/old", "src");
    CHECK(check(store, root) > 5);
  }
  SECTION("a folder that others include, and what stands at the top") {
    move("c", "moved/c");
    CHECK(check(store, root) == 3);
    move("moved/c/a.c", "a.c");
    move("moved/c/b.h", "b.h");
    CHECK(check(store, root) == 2);
    move("a.c", "x/a.c");
    CHECK(check(store, root) == 1);
  }
  SECTION("a package that is one no more, and a crate with another name") {
    fs::remove(root / "py/pkg/__init__.py");
    put(folder, "rs/Cargo.toml", "[package]\nname = \"second\"\n");
    move("py/pkg/two.py", "py/pkg/three.py");
    check(store, root);
  }
  SECTION("a moved file among vendored and generated ones") {
    move("c/a.c", "vendor/a.c");
    move("c/c.c", "c/c.pb-c.c");
    move("go/p/b.go", "go/p/b.pb.go");
    check(store, root);
  }
  SECTION("a file with all that it holds on one line") {
    put(folder, "one_line.c", "int f(void) { return g(\"a\"); } const char* s = \"b\";\n");
    check(store, root);
    move("one_line.c", "c/one_line.c");
    CHECK(check(store, root) == 1);
  }
  SECTION("a file that did not parse") {
    move("broken.c", "c/broken.c");
    CHECK(check(store, root) == 1);
    Statement damaged(store.database(),
                      "SELECT damaged FROM files WHERE is_latest AND path = 'c/broken.c'");
    REQUIRE(damaged.step());
    CHECK(damaged.integer(0) > 0);
  }
  SECTION(".proto names that others mention") {
    put(folder, "api/order.proto",
        "syntax = \"proto3\";\npackage shop;\nmessage Order { string id = 1; }\n");
    put(folder, "go/p/use.go", "package p\n\nfunc Use(o *shop.Order) { o.GetId() }\n");
    check(store, root);
    move("go/p/use.go", "go/p/used.go");
    check(store, root);
    move("api/order.proto", "api/orders.proto");
    move("go/p/used.go", "go/p/use.go");
    CHECK(check(store, root) == 0);
  }
}
