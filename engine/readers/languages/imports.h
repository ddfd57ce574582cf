#pragma once
// The imports of a file, as full names in the notation of this project's definitions, so that a
// reference through an import meets the definition by its full name.
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

struct Imported {
  Span node;          // the whole import
  Span at;            // what is named, for the line
  std::string scope;  // the module or package, as written without quotes; or kGlobalImport
  std::string full;   // the full name that the local name stands for
};

struct Imports {
  std::vector<Imported> list;
  std::unordered_map<std::string, size_t> by_local;
  /// Null: the name is not imported.
  const Imported* find(std::string_view local) const;
};

/// `base` is the file's own module path (outline.h), from which relative imports start.
Imports read_imports(const Language& language, std::string_view text, std::string_view base,
                     std::string_view path, const Captures& captures);

}  // namespace dossier::languages
