#pragma once
// Stores sources as a snapshot of their own: the facts of each file, without the files. go.mod,
// package.json and their like say what they do in a tree.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/readers/languages/import_maps.h"
#include "engine/readers/languages/manifests.h"
#include "engine/readers/languages/source_file.h"
#include "tests/unit/loaded.h"

namespace dossier::test {

/// Paths and texts, in order.
using Sources = std::vector<std::pair<std::string, std::string>>;

inline void add_sources(Store& store, const Sources& sources,
                        const std::string& project = "sources") {
  Load load(store, project_of(project, "tree"));
  const auto is_manifest = [](const std::string& path) {
    return languages::Manifests::is_one(path) || languages::ImportMaps::is_one(path);
  };
  languages::Manifests manifests;
  languages::ImportMaps maps;
  for (const auto& [path, text] : sources) {
    manifests.add(path, text);
    maps.add(path, text);
  }
  for (const auto& [path, text] : sources) {
    if (is_manifest(path)) continue;
    const auto& language = *languages::of(path);
    const auto package =
        language.manifest.empty() ? languages::Package() : manifests.of(path, language);
    auto source =
        languages::read({path, text, package.root, nullptr, package.name, &maps}, language);
    REQUIRE(source);
    load.add(std::move(source->module));
  }
  load.finish();
}

}  // namespace dossier::test
