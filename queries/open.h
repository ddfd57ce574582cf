#pragma once
// Opening a database to ask it: the store together with the virtual tables and the SQL functions
// that answers are made with. Rejected: a store that registers them itself, which would have to
// know what is asked.
#include <memory>
#include <string>

#include "engine/seams.h"
#include "store/store.h"

namespace dossier {

/// As Store's functions of these names.
Store open_to_read(const std::string& path, std::shared_ptr<UnitCache> units = nullptr);
Store open_to_write(const std::string& path, Clock& clock = system_clock());
Store open_in_memory(Clock& clock = system_clock());

}  // namespace dossier
