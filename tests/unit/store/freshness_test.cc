// Whether files are what a snapshot of their folder holds.
#include "store/freshness.h"

#include <chrono>

#include "queries/open.h"
#include "store/import/import.h"
#include "tests/unit/scratch.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

// Two files of four bytes each, imported and touched since.
struct Touched {
  test::Scratch folder;
  Store store = open_in_memory();
  Scope scope;

  Touched() {
    folder.write("a.txt", "one\n");
    folder.write("b.txt", "two\n");
    ImportOptions options;
    options.path = folder.path();
    import(store, options);
    scope = store.scope("", "");
    touch();
  }
  void touch() const {
    for (const char* name : {"a.txt", "b.txt"})
      fs::last_write_time(folder / name, fs::file_time_type::clock::now() + std::chrono::hours(1));
  }
  std::string stale(int64_t most_bytes) {
    Freshness fresh(store, scope, most_bytes);
    std::string out;
    for (const auto& file : files_in(store.statements(), scope))
      if (fresh.is_stale(file)) out += file.path + " ";
    CHECK(fresh.stale() == !out.empty());
    return out;
  }
};

}  // namespace

TEST_CASE("a file whose time alone has changed is stale if it holds something else") {
  Touched tree;
  CHECK(tree.stale(kMostTouchedBytes).empty());
  tree.folder.write("b.txt", "due\n");
  tree.touch();
  CHECK(tree.stale(kMostTouchedBytes) == "b.txt ");
  fs::remove(tree.folder / "a.txt");
  CHECK(tree.stale(kMostTouchedBytes) == "a.txt b.txt ");
}

TEST_CASE("one answer reads so much of touched files, and takes the rest for stale") {
  Touched tree;
  CHECK(tree.stale(8).empty());
  CHECK(tree.stale(7) == "b.txt ");
  CHECK(tree.stale(3) == "a.txt b.txt ");
}

}  // namespace dossier
