// What answers POST /api/sql beside SQL: its child process. The program is a script here.
#include "queries/sql_request.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "engine/error.h"

using namespace dossier;
namespace fs = std::filesystem;

TEST_CASE("sql request: a child that nothing stops is killed when the caller stops") {
  const fs::path program =
      fs::temp_directory_path() / ("dossier-sql-" + std::to_string(::getpid()));
  const fs::path started = program.string() + ".started";
  std::ofstream(program) << "#!/bin/sh\n: > \"$0.started\"\nexec sleep 600\n";
  fs::permissions(program, fs::perms::owner_all);
  try {
    run_sql_request(program, "none.db", R"({"sql": "SELECT 1"})",
                    [&] { return fs::exists(started); });
    FAIL("answered");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::limit);
    CHECK(error.message() == "stopping");
  }
  fs::remove(program);
  fs::remove(started);
}
