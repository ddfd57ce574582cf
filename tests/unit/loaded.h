#pragma once
// Facts that a test made, imported as one snapshot.
#include <string>
#include <utility>

#include "store/import/load.h"

namespace dossier::test {

/// Of a project that a person has named.
inline LoadOptions project_of(std::string name, std::string kind = "export") {
  LoadOptions options;
  options.project = std::move(name);
  options.project_given = true;
  options.kind = std::move(kind);
  return options;
}

template <typename... Facts>
void load_facts(Store& store, LoadOptions options, Facts&&... facts) {
  Load load(store, std::move(options));
  (load.add(std::forward<Facts>(facts)), ...);
  load.finish();
}

}  // namespace dossier::test
