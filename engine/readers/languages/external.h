#pragma once
// The target of a name that its file does not define: the full name that an import gives it or,
// without an import, the name as written. Always a reference by name.
#include <string>

#include "engine/readers/languages/imports.h"
#include "engine/readers/languages/source_text.h"

namespace dossier::languages {

/// The target's fields in Reference; "" = unknown.
struct External {
  std::string scope, type, key;
};

/// `written` points into the file's text.
External external_target(const Language& language, const Imports& imports, const Written& written,
                         bool is_call);

}  // namespace dossier::languages
