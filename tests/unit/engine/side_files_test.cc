#include "engine/side_files.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/database.h"
#include "tests/unit/state_home.h"

using namespace dossier;
namespace fs = std::filesystem;

TEST_CASE("records of logs that are gone do not pile up", "[state]") {
  const test::StateHome home;
  const auto records = [&] {
    const auto all = fs::directory_iterator(home / "dossier/logs");
    return std::distance(begin(all), end(all));
  };
  const auto make = [&](const std::string& name) {
    Database made = Database::open(home / name, OpenMode::create);
    made.execute("CREATE TABLE t(x)");
    return made;
  };
  const Database open = make("open.db");
  for (int i = 1; i < 100; ++i) make(std::to_string(i));
  CHECK(records() == 100);
  make("last.db");
  CHECK(records() == 2);
}
