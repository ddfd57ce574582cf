#pragma once
// A SCIP index (sourcegraph/scip, scip.proto) as facts: a module for each document, in the index's
// order, with the definitions and references that the indexer resolved. They are exact: nothing
// here guesses a target. What stands around a reference is the definition whose range encloses it,
// where the indexer says ranges, else the one that begins last before it.
//
// Local symbols, parameters and what is declared inside of functions are passed by.
#include <cstdint>
#include <string>

#include "engine/fact.h"
#include "engine/readers/bytes.h"

namespace dossier::indexes {

struct ScipSummary {
  std::string tool;          // "scip-typescript 0.3.16"
  std::string project_root;  // as the index has it, "file:///…"
  uint64_t documents = 0;
  uint64_t unreadable_symbols = 0;  // that are against the grammar: passed by
};

/// Reads the whole index; no more than one document is held at a time. Throws Error{invalid} for
/// what is no SCIP index.
ScipSummary read_scip(ByteSource& source, const FactSink& sink);

}  // namespace dossier::indexes
