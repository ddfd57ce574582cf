#pragma once
// The project-export reader: the JSON of docs/formats.md, streamed into one Module fact per module.
//
// One pass over the bytes both validates the document and fills the facts; beyond the module at
// hand it holds a window of 256 KB, or one string if that is longer. Rejected: a splitter that cuts
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

  /// Called when every Module given to the sink so far turns out not to count: a later `Modules`
  /// replaces an earlier one (the last of repeated keys wins, and a top-level `Modules` wins over
  /// `Project`, wherever it stands). The receiver drops what it has; the ones that count follow.
  /// Without a callback such a document is refused as Error{invalid}.
  std::function<void()> restart;

  /// Called about once a window with the bytes taken from the underlying input so far.
  std::function<void(uint64_t)> progress;
};

struct ExportSummary {
  uint64_t modules = 0;  // those that count, after any restart
  uint64_t types = 0;
  uint64_t members = 0;
  uint64_t references = 0;
  uint64_t bytes = 0;  // of JSON, decompressed
  /// One line each, with file, offset and path: what was mended, such as lone surrogates.
  std::vector<std::string> warnings;
};

/// Reads the whole of `source` and hands each module to `sink`, in the document's order. Nothing
/// counts until it returns: a failure may come after modules were handed over, so the receiver
/// keeps all or nothing.
///
/// Throws Error{invalid} for what is not a project export (not JSON, not UTF-8, cut short, no
/// Modules array, a wrongly typed known field) and Error{limit} for nesting deeper than 1,024 or a
/// string over 256 MB; the origin is `NAME: byte OFFSET: PATH`, where OFFSET counts decompressed
/// bytes from 0 and PATH is like `Modules[3].Types[17].Name`.
ExportSummary read_export(ByteSource& source, const ExportOptions& options, const FactSink& sink);

}  // namespace dossier
