#pragma once
// A module of a source file as it was read, from its rows: the way back of FactWriter. What rows do
// not keep, the order of facts between symbols, is that of the file's lines. The hash of what comes
// out is held against the one that is stored, so a module is either exactly what was read or
// absent.
#include <cstdint>
#include <optional>

#include "engine/fact.h"

namespace dossier {

class Store;

/// Absent where the rows do not tell all that was read. Module::path is the module's name, and so
/// is the source path of each type.
std::optional<Module> stored_module(Store& store, int64_t id);

}  // namespace dossier
