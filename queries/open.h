#pragma once
// Opens a database for questions: a store together with the virtual tables and SQL functions that
// answers use. Rejected: letting the store register them, which would make it depend on the
// questions.
#include <memory>
#include <string>

#include "engine/clock.h"
#include "store/store.h"

namespace dossier {

/// Like the functions of Store with the same names.
Store open_to_read(const std::string& path, std::shared_ptr<UnitCache> units = nullptr);
Store open_to_write(const std::string& path, Clock& clock = system_clock());
Store open_in_memory(Clock& clock = system_clock());

}  // namespace dossier
