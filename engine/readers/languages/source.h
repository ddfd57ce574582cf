#pragma once
// One source file as a Module of kind source: its types, members, references and documentation.
// The result depends on the file's path and bytes, and on the tree's .proto files where it has any
// (references of kind rpc), so equal files share one module.
#include <chrono>
#include <optional>
#include <string_view>

#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/proto/vocabulary.h"

namespace dossier::languages {

struct Source {
  std::string_view path;      // from the tree's root, with '/'
  std::string_view contents;  // any bytes
  /// How many leading bytes of the path lie outside of the file's outermost package.
  size_t package_root = 0;
  /// Of the .proto files around; null: none, or the file is itself generated.
  const proto::Vocabulary* vocabulary = nullptr;
};

struct ReadSource {
  Module module;
  bool has_errors = false;  // some of it did not parse; the rest was read
  bool timed_out = false;   // not everything was read
};

/// Empty: the language has no grammar here.
std::optional<ReadSource> read(const Source& source, const Language& language,
                               std::chrono::milliseconds limit = std::chrono::seconds(5));

}  // namespace dossier::languages
