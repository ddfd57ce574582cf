#pragma once
// What earlier sessions found out: findings that answers reported, notes on symbols, and what was
// said about words, each with its age and with whether its symbol still exists. A memory is a claim
// of then; it is never shown as a fact of now.
#include <cstdint>
#include <string>

#include "agent/tool.h"
#include "store/store.h"

namespace dossier {

/// {"findings","notes","said"}: what is remembered of a symbol, or a part of its name, and of
/// words. Either may be empty.
Json recalled(Store& store, const std::string& project, const std::string& symbol,
              const std::string& words);

/// "today", "3 days", "5 weeks", "2 years".
std::string age_text(int64_t ms);

/// The tool `recall`.
void add_recall_tool(Toolbox& tools, Store& store, std::string project);

}  // namespace dossier
