#pragma once
// The imports of a file as full names in this project's notation, so that a reference through an
// import matches the definition by its full name.
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/captures.h"
#include "engine/readers/languages/outline.h"

namespace dossier::languages {

class ImportMaps;

/// The name of what a module gives by default.
inline constexpr std::string_view kDefault = "default";

/// Stands for the name where a file passes on everything that a module has.
inline constexpr std::string_view kEverything = "*";

struct Imported {
  Span node;          // the whole import
  Span at;            // the imported name, for the line
  std::string scope;  // the module or package, as written without quotes; or kGlobalImport
  std::string full;   // the full name of what is imported
  bool is_default = false;
  bool has_namesake = false;  // another import of the file binds the same local name
  /// By its name, from beside the file: a value, if it is no type (or a module, which is the same
  /// to what is called on it).
  bool is_near_name = false;
  std::string passed;  // the name under which the file passes it on; "" = it does not
  std::string bound;   // the target of the local name if shorter: "os" of "os.path"
};

struct Imports {
  std::vector<Imported> list;
  std::unordered_map<std::string, size_t> by_local;
  /// The types all of whose members are brought into view, `a.Color|a.Limits`: Java's `import
  /// static a.Color.*`.
  std::string stars;
  /// The packages and modules whose values are brought into view all at once.
  std::string star_modules;
  /// The import of a local name; null if it is not imported.
  const Imported* find(std::string_view local) const;
  /// Whether a path names what is imported or a module within it: `nodes`, `nodes.parts`.
  bool lead_to(std::string_view path) const;
};

/// `base` is the file's module path (outline.h), the start of relative imports; what others mean,
/// `maps` says where it is not null.
Imports read_imports(const Language& language, std::string_view text, std::string_view base,
                     const ImportMaps* maps, const Captures& captures, const Outline& outline);

/// Gives the parts of types that the file imports, `impl Money` beside `use shop::Money`, the names
/// of these types.
void name_parts(const Imports& imports, Outline& outline);

}  // namespace dossier::languages
