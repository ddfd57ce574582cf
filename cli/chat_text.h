#pragma once
// A chat as a document.
#include <string>

#include "agent/journal.h"

namespace dossier::cli {

/// The conversation as Markdown: what was said, and the edits that stand.
std::string conversation_text(Store& store, const Journal& journal);

}  // namespace dossier::cli
