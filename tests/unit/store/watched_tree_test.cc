// A folder that is watched and imported again and again, by an import that keeps its listing and
// what it wrote: row by row as a fresh import.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <random>

#include "engine/error.h"
#include "engine/readers/snapshot/watched_folder.h"
#include "queries/open.h"
#include "store/import/import_tree.h"
#include "store/import/last_tree.h"
#include "store/upkeep/compact.h"
#include "store/upkeep/drop.h"
#include "tests/unit/scratch.h"
#include "tests/unit/store/shown.h"

using namespace dossier;
namespace fs = std::filesystem;

namespace {

ImportOptions options_for(const fs::path& folder) {
  ImportOptions options;
  options.path = folder.string();
  options.project = "P";
  return options;
}

// What `import --watch` does for each change, without its pauses.
class WatchedTree {
 public:
  WatchedTree(Store& store, const fs::path& folder)
      : store_(store), folder_(folder, false), options_(options_for(folder)) {
    options_.list = [this](const auto& checkpoint) { return folder_.list(checkpoint); };
  }

  ImportReport import(std::function<void()> meanwhile = {}) {
    folder_.take();
    options_.progress = nullptr;
    if (meanwhile) options_.progress = [meanwhile](const ImportProgress&) { meanwhile(); };
    ImportReport report = import_tree(store_, options_, &last_);
    if (report.is_new && made_ != 0 && made_ != report.snapshot)
      last_.outlive(drop_snapshot(store_, "P", std::to_string(made_)).generation);
    if (report.is_new) made_ = report.snapshot;
    return report;
  }
  void forget_made() { made_ = 0; }
  int64_t made() const { return made_; }

 private:
  Store& store_;
  snapshot::WatchedFolder folder_;
  ImportOptions options_;
  LastTree last_;
  int64_t made_ = 0;
};

void check(Store& store, const fs::path& folder) {
  Store fresh = open_in_memory();
  import(fresh, options_for(folder));
  const test::Rows rows = test::shown(store), wanted = test::shown(fresh);
  for (const auto& [name, lines] : wanted) {
    INFO(name);
    CHECK(rows.at(name) == lines);
  }
  CHECK(rows.size() == wanted.size());
}

// Draws changes of sources and of what decides how they are read.
class Edits {
 public:
  Edits(const fs::path& root, uint64_t seed) : root_(root), draw_(seed) {}
  size_t below(size_t most) { return draw_() % most; }

  void make() {
    std::error_code none;  // most changes find something in their way now and then
    const fs::path file = draw_folder() / draw_file(), other = draw_folder() / draw_file();
    const fs::path folder = draw_folder();
    switch (below(13)) {
      case 0:
        fs::rename(file, other, none);
        break;
      case 1:
        fs::copy_file(file, other, fs::copy_options::overwrite_existing, none);
        break;
      case 2:
        fs::remove(file, none);
        break;
      case 3:
        if (folder != root_) fs::rename(folder, draw_folder(), none);
        break;
      case 4:
        if (folder != root_) fs::remove_all(folder, none);
        break;
      case 5:
        write(folder / ".gitignore", below(2) == 0 ? "*.c\n" : "lib\n!a.go\n");
        break;
      case 6:
        fs::remove(folder / ".gitignore", none);
        break;
      case 7:
        fs::create_symlink(other.filename(), file, none);
        break;
      case 8:
        ::chmod(file.c_str(), 0600);
        break;
      case 9:
        write(folder / (below(2) == 0 ? "Cargo.toml" : "api.proto"),
              below(2) == 0 ? "[package]\nname = \"one\"\n"
                            : "syntax = \"proto3\";\npackage shop;\nmessage Order {}\n");
        break;
      default:
        write(file, text_of(file));
    }
  }

 private:
  std::string text_of(const fs::path& file) {
    const std::string n = std::to_string(below(3)), end = file.extension().string();
    if (end == ".go") return "package p\n\nfunc F" + n + "(o *shop.Order) { G() }\n";
    if (end == ".py") return "def f" + n + "():\n    return g()\n";
    if (end == ".rs") return "pub fn f" + n + "() -> u32 { g() }\n";
    return "#include \"a.h\"\nint f" + n + "(void) { return g(); }\n";
  }
  // Half of them long ago, so that their times tell that they are as they were.
  void write(const fs::path& file, const std::string& text) {
    std::error_code none;
    fs::create_directories(file.parent_path(), none);
    if (fs::is_directory(file, none)) return;
    std::ofstream(file, std::ios::binary) << text;
    const auto time = fs::file_time_type::clock::now() - std::chrono::hours(1);
    if (below(2) == 0) fs::last_write_time(file, time + std::chrono::seconds(++written_), none);
  }
  std::string draw_file() {
    const char* const names[] = {"a.c", "b.c", "a.go", "__init__.py", "m.py", "lib.rs"};
    return names[below(6)];
  }
  fs::path draw_folder() {
    fs::path folder = root_;
    for (size_t depth = below(3); depth > 0; --depth) folder /= below(2) == 0 ? "lib" : "src";
    return folder;
  }

  fs::path root_;
  std::mt19937_64 draw_;
  int written_ = 0;
};

}  // namespace

TEST_CASE("a watched folder is imported as a fresh import would, whatever changes") {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const test::Scratch folder;
    Edits edits(folder.path(), seed);
    for (int i = 0; i < 20; ++i) edits.make();
    folder.write("kept/a.c", "int f(void) { return 1; }\n");
    Store store = open_in_memory();
    WatchedTree tree(store, folder.path());
    tree.import();
    for (int round = 0; round < 9; ++round) {
      CAPTURE(round);
      for (size_t i = edits.below(4); i > 0; --i) edits.make();
      // What changes while an import runs is told then, and imported by the next.
      if (edits.below(3) == 0) tree.import([&] { edits.make(); });
      // What others do to the database meanwhile.
      if (edits.below(6) == 0) compact(store, {.ms = 0});
      if (edits.below(6) == 0) import(store, options_for(folder.path()));
      if (edits.below(6) == 0 && tree.made() != 0) {
        drop_snapshot(store, "P", std::to_string(tree.made()));
        tree.forget_made();
      }
      tree.import();
      check(store, folder.path());
    }
  }
}

TEST_CASE("what an import keeps is read back once somebody else changed the store") {
  const test::Scratch folder;
  for (const char* name : {"a.go", "b.go", "c.go"}) {
    folder.write(name, "package p\n\nfunc F() {}\n");
    fs::last_write_time(folder.path() / name,
                        fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  Store store = open_in_memory();
  WatchedTree tree(store, folder.path());
  tree.import();
  const auto unchanged = [&](const char* written) {
    folder.write("a.go", "package p\n\nfunc " + std::string(written) + "() {}\n");
    const ImportReport report = tree.import();
    check(store, folder.path());
    return report.tree->known;
  };
  CHECK(unchanged("G") == 2);
  CHECK(unchanged("H") == 2);
  compact(store, {.ms = 0});  // moves the texts of files
  CHECK(unchanged("I") == 2);
  CHECK(unchanged("J") == 2);
}
