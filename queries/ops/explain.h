#pragma once
// Explains an answer that is empty or lacks rows: what was looked for, what is near, and how to see
// more. "Nothing found" alone would be read as "nothing calls it", although a name is misspelt, an
// export records no calls, a call's receiver is of an unknown type, or the uses of a header's macro
// are not recorded.
#include <string>
#include <string_view>
#include <vector>

#include "queries/graph/definitions.h"
#include "queries/ops/op.h"

namespace dossier {

/// "a.Money declares no member 'ammount' (did you mean 'amount'?)", where a type with the first
/// part of the name is there; else "nothing is called 'Mony' (did you mean 'Money'?)". The name
/// must be one that nothing is called. Of a scope with more symbols than kMostNames the first are
/// compared.
std::string unknown_name(Store& store, const Scope& scope, std::string_view wanted);

/// The symbols whose names are compared.
inline constexpr int64_t kMostNames = 50'000;

/// Says that `count` references by the name of `wanted` alone are left out, and that `how` lists
/// them.
std::string by_name_alone(std::string_view wanted, size_t count, std::string_view how);
/// A sentence; "" if a snapshot of the scope has references of code.
std::string why_no_references(Store& store, const Scope& scope);
/// A sentence; "" if the words of every text in scope are indexed, so that `find` finds its file.
std::string why_no_words(Store& store, const Scope& scope);
/// A sentence on an interface of a source that no type says it implements: there are languages
/// whose types need not say so. "" for all else.
std::string why_none_implements(Store& store, const std::vector<Definition>& definitions);
/// A sentence on a method that is not imported; "" where nothing refers to it or its type either.
std::string why_few_override(Store& store, const Scope& scope, std::string_view wanted);

/// A lookup of the references to a symbol whose rows are written.
struct Lookup {
  std::string_view wanted;
  const std::vector<Definition>& definitions;
  size_t left_out = 0;                     // references by the name alone
  std::string how = "--by-name (byName)";  // lists these
};
/// Adds one note: that references are left out, or why there are no rows.
void explain(Answer& answer, Store& store, const Scope& scope, const Lookup& lookup);
/// The parts of it that other lookups need. False where there is nothing to say.
bool note_unknown(Answer& answer, Store& store, const Scope& scope, const Lookup& lookup);
bool note_unrecorded(Answer& answer, Store& store, const std::vector<Definition>& definitions);
/// Says that a limit was met (`is_cut`), so that the answer may lack rows.
bool note_cut(Answer& answer, bool is_cut);

}  // namespace dossier
