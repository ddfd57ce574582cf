#pragma once
// Why an answer is empty: an export and a list of tags say what types derive from, but not what
// code calls, reads or writes, and an import without symbols leaves the words of contents out.
// "Nothing found" alone would be taken for "nothing calls it".
#include <string>

#include "engine/json.h"
#include "store/store.h"

namespace dossier {

/// One sentence; "" where some snapshot of the scope holds references of code.
std::string why_no_references(Store& store, const Scope& scope);
/// One sentence; "" where every text of the scope has words by which `find` finds its file.
std::string why_no_words(Store& store, const Scope& scope);
/// Writes it as the field `note` of an answer without hits.
void write_lacking(JsonWriter& json, Store& store, const Scope& scope, int64_t hits);

}  // namespace dossier
