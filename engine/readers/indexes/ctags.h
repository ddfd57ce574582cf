#pragma once
// The JSON lines of universal-ctags (`ctags --output-format=json --fields=* -R -f tags.json .`) as
// facts: a module for each file, in the order in which files first appear. Definitions only, since
// tags have little else; what a class inherits is a reference by name.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/fact.h"
#include "engine/readers/bytes.h"

namespace dossier::indexes {

struct CtagsSummary {
  uint64_t tags = 0;
  uint64_t files = 0;
  uint64_t passed_by = 0;  // references, locals, parameters and the like
};

/// Whether text that begins so are tags as JSON lines.
bool looks_like_ctags(std::string_view beginning);

/// Whether a file is there, by its path as tags have it.
using FileExists = std::function<bool(const std::string&)>;

/// Throws Error{invalid} with the line for what is no JSON, or no tag. `exists` tells which folders
/// are Python packages, of which tags do not know.
CtagsSummary read_ctags(ByteSource& source, const FileExists& exists, const FactSink& sink);

}  // namespace dossier::indexes
