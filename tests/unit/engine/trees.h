#pragma once
// Trees that a test makes, and what reading them yields.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "engine/readers/snapshot/tree.h"
#include "tests/unit/scratch.h"

namespace dossier::snapshot {

namespace fs = std::filesystem;

/// A folder, and a repository once git was told so.
struct Folder : test::Scratch {
  /// Runs git in the folder; the test fails if git does.
  void git(const std::string& arguments) const {
    const std::string command = "git -C '" + path().string() +
                                "' -c user.name=t -c user.email=t@example.com "
                                "-c init.defaultBranch=main -c protocol.file.allow=always " +
                                arguments + " >/dev/null 2>&1";
    INFO(command);
    REQUIRE(std::system(command.c_str()) == 0);
  }
};

struct Collected {
  std::vector<std::string> order;  // paths of files; modules as "path!"
  std::map<std::string, File> files;
  std::map<std::string, Module> modules;
  TreeSummary summary;

  FactSink sink() {
    return [this](Fact&& fact) {
      if (auto* file = std::get_if<File>(&fact)) {
        order.push_back(file->path);
        files.emplace(file->path, std::move(*file));
      } else {
        auto& module = std::get<Module>(fact);
        std::string path(module.path);
        order.push_back(path + "!");
        modules.emplace(std::move(path), std::move(module));
      }
    };
  }
};

inline Collected directory(const fs::path& root, TreeOptions options = {}) {
  Collected collected;
  collected.summary = read_directory(root, options, collected.sink());
  return collected;
}

inline Collected revision(const fs::path& root, const std::string& name, TreeOptions options = {}) {
  Collected collected;
  collected.summary = read_revision(root, name, options, collected.sink());
  return collected;
}

}  // namespace dossier::snapshot
