#pragma once
// Which imports of a name pass it on: those of files that stand for their folder, that export
// everything they import, or that give it another name.
//
// Rejected: asking for the imports of each symbol's packages anew. Every file of a package imports
// it, and it has as many symbols.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/store.h"

namespace dossier {

struct PassingImport {
  std::string target, path;           // what is imported, as stored; the file that does
  bool is_default = false;            // it is what its module gives by default
  std::vector<std::string> by_name;   // the modules that pass on what they import by name
  std::vector<std::string> of_whole;  // and these everything of a module
};

/// The full names of the modules that a file stands for which passes on what it imports by name, or
/// with `is_whole` everything of a module (`export * from`); nothing for other files.
std::vector<std::string> exporting_modules(std::string_view path, bool is_whole);

class PassingImports {
 public:
  /// Borrowed.
  explicit PassingImports(Statements& statements) : statements_(statements) {}

  /// Those of this full name in a snapshot. Kept of what holds others, for their sake.
  const std::vector<PassingImport>& of(std::string_view name, int64_t snapshot, bool is_kept);

 private:
  std::vector<PassingImport> found(std::string_view name, int64_t snapshot);

  Statements& statements_;
  std::unordered_map<std::string, std::vector<PassingImport>> known_;  // by snapshot and name
  std::vector<PassingImport> last_;
};

}  // namespace dossier
