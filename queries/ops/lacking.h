#pragma once
// Why an answer is empty: an export and a list of tags say what types derive from, but not what
// code calls, reads or writes, and an import without symbols leaves the words of contents out.
// "Nothing found" alone would be taken for "nothing calls it".
#include <string>

#include "queries/ops/op.h"

namespace dossier {

/// One sentence; "" where some snapshot of the scope holds references of code.
std::string why_no_references(Store& store, const Scope& scope);
/// One sentence; "" where every text of the scope has words by which `find` finds its file.
std::string why_no_words(Store& store, const Scope& scope);
/// Notes why there are no references in an answer without rows.
void note_lacking(Answer& answer, Store& store, const Scope& scope);

}  // namespace dossier
