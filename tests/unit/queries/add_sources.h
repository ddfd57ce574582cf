#pragma once
// Stores sources as a snapshot of their own: the facts of each file, without the files.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/readers/languages/source_file.h"
#include "store/import/load.h"

namespace dossier::test {

/// Paths and texts, in order.
using Sources = std::vector<std::pair<std::string, std::string>>;

inline void add_sources(Store& store, const Sources& sources,
                        const std::string& project = "sources") {
  LoadOptions options;
  options.project = project;
  options.project_given = true;
  options.kind = "tree";
  Load load(store, options);
  for (const auto& [path, text] : sources) {
    auto source = languages::read({path, text}, *languages::of(path));
    REQUIRE(source);
    load.add(std::move(source->module));
  }
  load.finish();
}

}  // namespace dossier::test
