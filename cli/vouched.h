#pragma once
// Databases by whose word they are used (store/origin.h). One that a person names is used. One that
// was found is used if this person's program made it or the person trusts it; any other is only
// read, as its file stands, and what writes refuses it.
#include <memory>
#include <string>

#include "cli/command.h"
#include "store/store.h"

namespace dossier::cli {

/// Opens the database to read. Of a foreign one it says so on standard error, and nothing in this
/// process writes to it or beside it.
Store open_reading(const Invocation& invocation, std::shared_ptr<UnitCache> units = nullptr);

/// Whether the database was found, is there and is foreign.
bool finds_foreign(const Invocation& invocation);

/// Opens a database to write that may not be there yet, or be an empty file: then it is made and
/// remembered.
Store open_or_make(const std::string& path);
/// Says on standard error why a database that was made here is not remembered.
void tell_not_remembered(const std::string& path, const std::string& why);

}  // namespace dossier::cli
