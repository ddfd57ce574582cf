#pragma once
// Reads a SCIP index (sourcegraph/scip, scip.proto) as facts: a module per document, in index
// order, with the definitions and references that the indexer resolved. They are exact: no target
// is guessed. The symbol around a reference is the definition whose range encloses it or, if the
// indexer gives no ranges, the last definition that begins before it.
//
// Local symbols, parameters and declarations inside of functions are skipped.
#include <cstdint>
#include <string>
#include <unordered_map>

#include "engine/fact.h"
#include "engine/readers/bytes.h"

namespace dossier::indexes {

/// The keys of overloaded definitions (`a.C.run(u8)`) by the hashes of their symbols.
using ScipOverloads = std::unordered_map<size_t, std::string>;

/// Reads the whole index for its overloads, so that references between documents can name the right
/// one: the parameters of an overload are only in the document that declares it. Nothing else is
/// kept; beyond half a million overloads, the rest have only their bare names. Throws like
/// read_scip.
ScipOverloads read_overloads(ByteInput& input);

/// Reads the whole index, one document at a time in memory. A reference to an overload that neither
/// its document nor `overloads` knows has the bare name. Returns the number of symbols that are
/// against the grammar, which are passed by. Throws Error{invalid} if the input is not a SCIP
/// index.
uint64_t read_scip(ByteInput& input, const ScipOverloads& overloads, const FactSink& sink);

}  // namespace dossier::indexes
