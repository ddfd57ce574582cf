#pragma once
// The assembly reader: .NET assemblies (ECMA-335) into Module facts, with exact references from IL
// and metadata. It needs neither .NET nor Mono nor Windows, and never executes what it reads.
//
// A strict read gives the whole module or throws; a lenient one gives what is sound and lists the
// rest. No file can make the reader read out of bounds, recurse without end, or use memory out of
// proportion to the file. Rejected: Mono's or Microsoft's libraries in a process (a runtime to
// install, and both crash on hostile metadata).
#include <span>
#include <string>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/assembly/defects.h"
#include "engine/readers/assembly/image.h"

namespace dossier::assembly {

struct Options {
  std::string path;        // stored as the module's path, and named by errors
  bool lenient = false;    // continue past defects
  bool references = true;  // references, literals; off: names and signatures only
};

struct Report {
  std::vector<Defect> defects;
  size_t defect_count = 0;  // `defects` has at most 1,000 per module
};

/// Whether the bytes begin like a file that read_assembly can read or explain.
bool looks_like_assembly(Bytes start);
/// Whether the bytes begin like a file that is mistaken for an assembly: a native library of
/// another system, IL2CPP metadata, a package.
bool is_known_unsupported(Bytes start);

/// Reads one file: a PE or webcil assembly, or the assemblies inside a single-file bundle. `bytes`
/// need not outlive the call. Throws Error{invalid} for a file without managed code (the message
/// says what it is and what to do), Error{corrupt} for a damaged file or, in a strict read, for any
/// defect, and Error{limit} for one that needs more work than a sound file could.
Report read_assembly(Bytes bytes, const Options& options, const FactSink& sink);

}  // namespace dossier::assembly
