// What a tree holds in all, where most of it is what the snapshot before had: as if all were
// counted.
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <tuple>

#include "queries/open.h"
#include "store/import/import.h"
#include "tests/unit/scratch.h"

using namespace dossier;
namespace fs = std::filesystem;

namespace {

// Older than any import, so that its time tells that the file is as it was.
void put_old(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

std::string functions(int count, const std::string& called) {
  std::string text = "package p\n";
  for (int i = 0; i < count; ++i)
    text += "func f" + std::to_string(i) + "() { " + called + "() }\n";
  return text;
}

std::tuple<int64_t, int64_t, int64_t, int64_t> totals_of(Store& store, const fs::path& folder) {
  ImportOptions options;
  options.path = folder.string();
  options.project = "P";
  const ImportReport report = import(store, options);
  return {report.types, report.members, report.references, report.unchanged};
}

}  // namespace

TEST_CASE("totals of a tree follow what changes in it") {
  const test::Scratch folder;
  const fs::path root = folder.path();
  for (int i = 0; i < 20; ++i)
    put_old(root / ("d" + std::to_string(i)) / "a.go", functions(i + 1, "g"));
  Store store = open_in_memory();
  totals_of(store, root);
  const auto check = [&](int64_t unchanged) {
    Store fresh = open_in_memory();
    auto expected = totals_of(fresh, root);
    std::get<3>(expected) = unchanged;
    CHECK(totals_of(store, root) == expected);
  };
  put_old(root / "d3/a.go", functions(9, "other"));  // edited
  check(19);
  fs::remove_all(root / "d5");  // gone
  check(19);
  put_old(root / "e/a.go", functions(4, "g"));  // new
  check(19);
  fs::rename(root / "d7", root / "moved");
  check(19);
  put_old(root / "d3/a.go", functions(4, "g"));  // as it was
  check(20);
}

TEST_CASE("a file whose time alone is newer is read once more, not at each import") {
  using std::chrono::seconds;
  struct SetClock final : Clock {
    int64_t now = system_clock().now_ms();
    int64_t now_ms() override { return now; }
  } clock;
  const int64_t start = clock.now;
  const auto file_start = fs::file_time_type::clock::now();
  const test::Scratch folder;
  put_old(folder.path() / "a.go", functions(1, "g"));
  put_old(folder.path() / "b.go", functions(2, "g"));
  Store store = open_in_memory(clock);
  const auto unchanged_at = [&](int64_t second) {
    clock.now = start + second * 1000;
    return std::get<3>(totals_of(store, folder.path()));
  };
  // The texts are of one size: who does not read the file sees its time alone.
  const auto put = [&](const char* called, int64_t second) {
    put_old(folder.path() / "a.go", functions(1, called));
    fs::last_write_time(folder.path() / "a.go", file_start + seconds(second));
  };
  CHECK(unchanged_at(0) == 0);
  put("g", 20);
  CHECK(unchanged_at(30) == 2);
  put("h", 20);
  CHECK(unchanged_at(40) == 2);
  // What has just changed may change again without another time.
  put("g", 50);
  CHECK(unchanged_at(50) == 2);
  put("h", 50);
  CHECK(unchanged_at(60) == 1);
}
