#pragma once
// Reads one source file as a Module of kind source: its types, members, references and
// documentation. The result depends only on the file's path and bytes, its package, what the tree
// says of imports, and its .proto files, if any (references of kind rpc), so equal files share one
// module.
#include <chrono>
#include <optional>
#include <string_view>

#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/proto/vocabulary.h"

namespace dossier::languages {

class ImportMaps;

struct SourceFile {
  std::string_view path;      // from the tree's root, with '/'
  std::string_view contents;  // any bytes
  /// The number of leading bytes of the path outside of the file's package.
  size_t package_root = 0;
  /// The names from the tree's .proto files; null: none, or the file is itself generated.
  const proto::Vocabulary* vocabulary = nullptr;
  std::string_view package_name = {};       // as its manifest says; "" if none does
  const ImportMaps* import_maps = nullptr;  // what the tree's files say of imports; null: nothing
};

struct ReadSourceFile {
  Module module;
  uint32_t damaged_lines = 0;  // that did not parse; the rest was read
  bool timed_out = false;      // only part of it was read
};

/// Absent if the language has no grammar here.
std::optional<ReadSourceFile> read(const SourceFile& source, const Language& language,
                                   std::chrono::milliseconds limit = std::chrono::seconds(5));

}  // namespace dossier::languages
