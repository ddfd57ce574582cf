#pragma once
// What package.json and tsconfig.json say of names that imports begin with.
#include <string_view>
#include <vector>

#include "engine/readers/languages/import_maps.h"

namespace dossier::languages::javascript {

/// "imports" of package.json, of whose conditions the source is meant rather than what is built of
/// it, and "paths" of tsconfig.json, which may have comments. The "name" of package.json means what
/// its entries name, where that is a source; where it is built, the package's folder, for which
/// src/index.ts stands, too, and a path behind the name one in the folder. Nothing of a file that
/// is no JSON.
std::vector<ImportMap> import_maps(std::string_view contents);

}  // namespace dossier::languages::javascript
