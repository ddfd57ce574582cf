#pragma once
// A module as it was read, from its rows: the way back of FactWriter. The hash of what comes out is
// held against the one that is stored, so a module is either exactly what was read or absent. Those
// that an earlier version wrote are absent but for exports: their hash tells of an order of facts
// that rows do not keep.
#include <cstdint>
#include <optional>
#include <string>

#include "engine/fact.h"

namespace dossier {

class Store;

/// A module as its rows tell it: its types and members as they were read.
struct ModuleRows {
  Module module;
  std::string hash;       // that is stored
  bool is_whole = false;  // whether it is the module's
};
/// Absent where the rows contradict each other.
std::optional<ModuleRows> module_rows(Store& store, int64_t id);

/// Absent where the rows do not tell all that was read. Module::path is the module's name, and so
/// is the source path of each type.
std::optional<Module> stored_module(Store& store, int64_t id);

}  // namespace dossier
