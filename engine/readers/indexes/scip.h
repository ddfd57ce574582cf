#pragma once
// A SCIP index (sourcegraph/scip, scip.proto) as facts: a module for each document, in the index's
// order, with the definitions and references that the indexer resolved. They are exact: nothing
// here guesses a target. What stands around a reference is the definition whose range encloses it,
// where the indexer says ranges, else the one that begins last before it.
//
// Local symbols, parameters and what is declared inside of functions are passed by.
#include <cstdint>
#include <string>
#include <unordered_map>

#include "engine/fact.h"
#include "engine/readers/bytes.h"

namespace dossier::indexes {

struct ScipSummary {
  std::string tool;          // "scip-typescript 0.3.16"
  std::string project_root;  // as the index has it, "file:///…"
  uint64_t documents = 0;
  uint64_t unreadable_symbols = 0;  // that are against the grammar: passed by
};

/// The keys of overloaded definitions (`a.C.run(u8)`) by the hashes of their symbols.
using ScipOverloads = std::unordered_map<size_t, std::string>;

/// Reads the whole index for its overloads, so that references from one document to another's can
/// say which is meant: their parameters stand only where they are declared. Nothing else is kept,
/// and of more than half a million the rest is left to their bare names. Throws as read_scip does.
ScipOverloads read_overloads(ByteSource& source);

/// Reads the whole index; no more than one document is held at a time. A reference to an overload
/// that neither its own document nor `overloads` knows bears the bare name. Throws Error{invalid}
/// for what is no SCIP index.
ScipSummary read_scip(ByteSource& source, const ScipOverloads& overloads, const FactSink& sink);

}  // namespace dossier::indexes
