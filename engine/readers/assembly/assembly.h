#pragma once
// The assembly reader: .NET assemblies (ECMA-335) into Module facts, with exact references from IL
// and metadata. It needs no .NET, no Mono and no Windows, and never runs what it reads.
//
// A strict read yields all of a module or throws; a lenient one yields what is sound and lists the
// rest. Nothing in a file can make it read outside the file, recurse without end, or take memory
// out of proportion to the file. Rejected: Mono's or Microsoft's libraries behind a process (a
// runtime to install, and both crash on hostile metadata).
#include <span>
#include <string>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/assembly/defects.h"
#include "engine/readers/assembly/image.h"

namespace dossier::assembly {

struct Options {
  std::string path;        // stored as the module's path, and named by errors
  bool lenient = false;    // go on past defects
  bool references = true;  // references, literals; off: names and signatures only
};

struct Report {
  ImageKind kind = ImageKind::il;
  std::string runtime;  // "v4.0.30319", as the metadata says
  size_t modules = 0;   // handed to the sink: 1, or those of a single-file bundle
  std::vector<Defect> defects;
  size_t defect_count = 0;  // the list stops at 1,000 for each module
};

/// Whether the bytes begin like something that read_assembly knows how to read or to explain.
bool looks_like_assembly(Bytes start);
/// Whether they begin like something that is no assembly, but is taken for one: a native library of
/// another system, IL2CPP metadata, a package.
bool is_known_foreign(Bytes start);

/// Reads one file: a PE or webcil assembly, or the assemblies inside a single-file bundle. `bytes`
/// may go once this returns. Throws Error{invalid} for what holds no managed code (it says what it
/// is and what to do), Error{corrupt} for a damaged file, or in a strict read for any defect, and
/// Error{limit} for one that asks for more work than a sound file could.
Report read_assembly(Bytes bytes, const Options& options, const FactSink& sink);

}  // namespace dossier::assembly
