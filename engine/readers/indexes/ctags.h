#pragma once
// Reads the JSON lines of universal-ctags (`ctags --output-format=json --fields=* -R -f tags.json
// .`) as facts: a module per file, in order of first appearance. Tags contain little more than
// definitions; what a class inherits becomes a reference by name.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/fact.h"
#include "engine/readers/bytes.h"

namespace dossier::indexes {

/// Whether a text that begins like this is tags as JSON lines.
bool looks_like_ctags(std::string_view beginning);

/// Whether a file exists, by its path in the tags.
using FileExists = std::function<bool(const std::string&)>;

/// Throws Error{invalid} with the line for invalid JSON or a line that is not a tag. `exists` tells
/// which folders are Python packages, which tags do not contain.
void read_ctags(ByteInput& input, const FileExists& exists, const FactSink& sink);

}  // namespace dossier::indexes
