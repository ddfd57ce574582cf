#pragma once
// The imports of a file, as full names in the notation of this project's definitions, so that a
// reference through an import meets the definition by its full name.
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/outline.h"

namespace dossier::languages {

struct Imported {
  Span node;          // the whole import
  Span at;            // what is named, for the line
  std::string scope;  // the module or package, as written without quotes; or kGlobalImport
  std::string full;   // the full name of what is imported
  std::string bound;  // what the local name stands for, where that is less: "os" of "os.path"
};

struct Imports {
  std::vector<Imported> list;
  std::unordered_map<std::string, size_t> by_local;
  /// Null: the name is not imported.
  const Imported* find(std::string_view local) const;
};

/// `base` is the file's own module path (outline.h), from which relative imports start.
Imports read_imports(const Language& language, std::string_view text, std::string_view base,
                     const Captures& captures, const Outline& outline);

}  // namespace dossier::languages
