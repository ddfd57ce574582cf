#pragma once
// The languages: one ordered table of how each is recognised, parsed and named. A language without
// a grammar is only a name for `files.language`.
#include <span>
#include <string_view>

extern "C" {
struct TSLanguage;
}

namespace dossier::languages {

/// What the full names of a file's definitions start with.
enum class Naming {
  package,  // the package or namespace that the file declares
  dotted,   // the module's dotted path (Python)
  path,     // the file's path without its extension (TypeScript, JavaScript)
  crate,    // the crate and module path below src (Rust)
  file,     // nothing: the language has one global scope (C, Swift, Ruby)
};

/// Who sees a definition that no modifier says anything about.
enum class Visibility { everyone, package, type, capitals, underscore, exported };

struct Language {
  std::string_view name;                     // as in `files.language`: "C#", "Go", …
  std::string_view extensions;               // ".a .b", lower case
  std::string_view filenames;                // whole names: "Makefile GNUmakefile"
  const TSLanguage* (*grammar)() = nullptr;  // null: not parsed
  std::string_view queries;                  // "a.scm b.scm", run as one
  Naming naming = Naming::file;
  Visibility types = Visibility::everyone;
  Visibility members = Visibility::everyone;
};

/// Every language, in a fixed order.
std::span<const Language> all();
/// The language of a file by its name, and for names that say nothing by its first line ("#!…").
/// Null: unknown.
const Language* of(std::string_view path, std::string_view first_line = {});

}  // namespace dossier::languages
