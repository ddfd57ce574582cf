// Blocks of lines that the searches of a server share (store/index/unit_cache.h).
#include <catch2/catch.hpp>
#include <memory>

#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "store/index/unit_cache.h"
#include "store/store.h"
#include "tests/unit/scratch.h"

namespace dossier {
namespace {

constexpr size_t kBytes = 1 << 20;

void import_folder(Store& store, const test::Scratch& folder) {
  ImportOptions options;
  options.path = (folder.path() / "src").string();
  options.project = "P";
  import(store, options);
}

std::string found(Store& store, const std::string& pattern) {
  return run_to_json(store, kGrep, {{"pattern", pattern}}).body;
}

// The newest block of lines.
int64_t newest_block(Store& store) {
  return store.database().number(
      "SELECT max(u.id) FROM _unit u JOIN _segment s ON s.id = u.id >> 32 WHERE s.part = 1");
}

}  // namespace

TEST_CASE("a block of lines is unpacked once for all searches that share a cache") {
  const test::Scratch folder;
  const std::string path = (folder.path() / "x.db").string();
  folder.write("src/a.txt", "one needle\n");
  Store writer = Store::open_to_write(path);
  import_folder(writer, folder);

  const auto cache = std::make_shared<UnitCache>(kBytes, kBytes);
  Store reader = Store::open_to_read(path, cache);
  const auto cached = [&] {
    return cache->find(IndexPart::contents, reader.index().generation(), newest_block(reader));
  };
  CHECK(cached() == nullptr);
  const std::string first = found(reader, "needle");
  CHECK(first.find("one needle") != first.npos);
  const auto held = cached();
  REQUIRE(held != nullptr);
  CHECK(found(reader, "needle") == first);
  CHECK(cached() == held);

  SECTION("until the facts change") {
    folder.write("src/a.txt", "two needles\n");
    import_folder(writer, folder);
    const std::string second = found(reader, "needle");
    CHECK(second.find("two needles") != second.npos);
    CHECK(second.find("one needle") == second.npos);
  }
  SECTION("another connection reads what is there") {
    Store other = Store::open_to_read(path, cache);
    CHECK(found(other, "needle") == first);
    CHECK(cached() == held);
  }
}

TEST_CASE("a block that one long line makes is not kept") {
  const test::Scratch folder;
  const std::string path = (folder.path() / "x.db").string();
  folder.write("src/a.txt", std::string(100 << 10, 'x') + " needle\n");
  Store writer = Store::open_to_write(path);
  import_folder(writer, folder);
  const auto cache = std::make_shared<UnitCache>(kBytes, kBytes);
  Store reader = Store::open_to_read(path, cache);
  CHECK(found(reader, "needle").find("\"line\":1") != std::string::npos);
  CHECK(cache->find(IndexPart::contents, reader.index().generation(), newest_block(reader)) ==
        nullptr);
}

}  // namespace dossier
