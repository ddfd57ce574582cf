#pragma once
// Finds tools by words: name, tags, category and description, each a column of a full-text index in
// memory (SQLite FTS5, porter stems, BM25 with the name worth most). A word matches as the
// beginning of a word; names are split where their words meet (type_refs, readFile).
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agent/tool.h"
#include "engine/database.h"

namespace dossier {

class ToolIndex {
 public:
  /// Indexes the tools that are shown to models and fit, without run_auto_tool. Borrows them.
  struct Which {
    std::vector<std::string> categories{};  // {} = all
    bool lookups_only = false;              // of Ask mode
  };
  ToolIndex(const Toolbox& tools, const Which& which);

  struct Query {
    std::string words;  // "" = every tool, in the order of the toolbox
    std::string category;
    std::vector<std::string> tags;  // all of them
    size_t limit = 10;
  };
  /// Best first. A tool that has no word of the query is not found.
  std::vector<const Tool*> search(const Query& query) const;
  const std::vector<const Tool*>& tools() const { return tools_; }
  /// Null if there is no such tool, or it does not fit.
  const Tool* find(std::string_view name) const;

 private:
  Database& words() const;

  std::vector<const Tool*> tools_;
  mutable std::unique_ptr<Database> words_;  // made for the first search
};

}  // namespace dossier
