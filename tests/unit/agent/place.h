#pragma once
// A folder with a workspace "w" in it and a secret beside it.
#include <memory>
#include <string>
#include <string_view>

#include "agent/workspace.h"
#include "tests/unit/scratch.h"

namespace dossier::test {

struct Place {
  Scratch scratch;
  const std::filesystem::path& base = scratch.path();

  Place() {
    std::filesystem::create_directories(base / "w/src");
    put("outside.txt", "secret");
    put("w/a.txt", "one\ntwo\n");
    put("w/.git/config", "[core]\n");
  }
  void put(std::string_view path, std::string_view text) const { scratch.write(path, text); }
  std::string get(std::string_view path) const { return scratch.read(path); }
  std::unique_ptr<Workspace> open() const { return disk_workspace(scratch / "w"); }
};

}  // namespace dossier::test
