#pragma once
// The project-export reader: the JSON of docs/formats.md, streamed into one Module fact per module.
//
// One pass over the bytes validates the document and fills the facts. Beyond the current module, it
// keeps a window of 256 KB, or one string if that is longer. Rejected: a splitter that cuts
// out module objects for simdjson (it scans everything twice, holds a module's JSON beside its
// text, cannot validate what it skips without a DOM, and knows neither offset nor path of a wrong
// value). docs/decisions holds the measurements.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/bytes.h"
#include "engine/readers/path_map.h"

namespace dossier {

struct ExportOptions {
  PathMap path_map;  // applied to assembly paths and SourceFilePath

  /// Called when the Modules passed to the sink so far are invalidated: a later `Modules` replaces
  /// an earlier one (the last of repeated keys wins, and a top-level `Modules` wins over `Project`
  /// regardless of order). The receiver discards them; the valid ones follow. Without a callback,
  /// such a document is refused with Error{invalid}.
  std::function<void()> restart;

  /// Called about once per window with the number of input bytes read so far.
  std::function<void(uint64_t)> progress;
};

struct ExportSummary {
  uint64_t modules = 0;  // those that count, after any restart
  uint64_t types = 0;
  uint64_t members = 0;
  uint64_t references = 0;
  uint64_t bytes = 0;  // of JSON, decompressed
  /// One line each, with file, offset and path: what was repaired, such as lone surrogates.
  std::vector<std::string> warnings;
};

/// Reads all of `input` and passes each module to `sink`, in document order. Nothing is valid
/// until it returns: it may fail after modules were passed on, so the receiver keeps all or
/// nothing.
ExportSummary read_export(ByteInput& input, const ExportOptions& options, const FactSink& sink);

}  // namespace dossier
