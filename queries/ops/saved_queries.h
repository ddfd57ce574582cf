#pragma once
// Saved queries: `@NAME` in a query stands for one. They are settings of the database
// (`query:NAME`), so they travel with it. Rejected: a file beside the program, which a server and
// an agent of the same database would not see.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "queries/lang/ast.h"
#include "store/store.h"

namespace dossier {

struct SavedQuery {
  std::string name, text;
};

/// In the order of their names.
std::vector<SavedQuery> saved_queries(Store& store);

/// The name of its setting. Throws Error{invalid} for a name that is not made of letters, digits,
/// '-', '_' and '.'.
std::string saved_setting(std::string_view name);

/// Puts saved queries in the place of the words that name them, and appends their texts to `texts`:
/// what the query means depends on them. A word that names none stays text.
std::optional<lang::Diagnostic> expand_saved(Store& store, lang::Node& tree, std::string& texts);

}  // namespace dossier
