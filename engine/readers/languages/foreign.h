#pragma once
// What a name means that its file does not define: through an import the full name that the import
// makes of it, else the name as it is written. Always by name.
#include <string>

#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/text.h"

namespace dossier::languages {

/// As Reference has them; "" = not known.
struct Foreign {
  std::string scope, type, key;
};

/// `written` is a part of the file's text.
Foreign foreign_target(const Language& language, const Imports& imports, const Written& written,
                       bool is_call);

}  // namespace dossier::languages
