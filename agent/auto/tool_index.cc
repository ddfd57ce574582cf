#include "agent/auto/tool_index.h"

#include <algorithm>

#include "agent/auto/words.h"
#include "engine/statement.h"

namespace dossier {
namespace {

constexpr size_t kMostWords = 20, kMostQuery = 4000;

// Words as prefixes, any of them: "read"* OR "fil"*. "" if there is none.
std::string match_of(std::string_view words) {
  std::string out;
  size_t count = 0;
  for (const auto& word : words_of(words.substr(0, kMostQuery))) {
    if (++count > kMostWords) break;
    out += (out.empty() ? "\"" : " OR \"") + word + "\"*";
  }
  return out;
}

}  // namespace

ToolIndex::ToolIndex(const Toolbox& tools, const Which& which) {
  const auto& categories = which.categories;
  for (const Tool& tool : tools.all()) {
    const bool fits = categories.empty() || std::find(categories.begin(), categories.end(),
                                                      tool.category) != categories.end();
    if (fits && !tool.hidden && tool.spec.name != kAutoTool &&
        (!which.lookups_only || tool.capability == Capability::lookup))
      tools_.push_back(&tool);
  }
}

std::vector<const Tool*> ToolIndex::search(const Query& query) const {
  const auto fits = [&](const Tool& tool) {
    return (query.category.empty() || tool.category == query.category) &&
           std::all_of(query.tags.begin(), query.tags.end(), [&](const std::string& tag) {
             return std::find(tool.tags.begin(), tool.tags.end(), tag) != tool.tags.end();
           });
  };
  std::vector<const Tool*> out;
  const std::string match = match_of(query.words);
  if (match.empty()) {
    for (const Tool* tool : tools_)
      if (fits(*tool) && out.size() < query.limit) out.push_back(tool);
    return out;
  }
  Statement find(
      words(), "select rowid from tool where tool match ? order by bm25(tool, 8, 4, 2, 1), rowid");
  find.bind(1, match);
  while (find.step()) {
    const Tool& tool = *tools_[static_cast<size_t>(find.integer(0))];
    if (fits(tool) && out.size() < query.limit) out.push_back(&tool);
  }
  return out;
}

Database& ToolIndex::words() const {
  if (words_) return *words_;
  words_ = std::make_unique<Database>(Database::open("", OpenMode::memory));
  words_->execute(
      "create virtual table tool using fts5(name, tags, category, description, tokenize='porter "
      "unicode61')");
  Statement insert(
      *words_, "insert into tool(rowid, name, tags, category, description) values (?, ?, ?, ?, ?)");
  for (size_t i = 0; i < tools_.size(); ++i) {
    const Tool& tool = *tools_[i];
    std::string tags;
    for (const auto& tag : tool.tags) tags += tag + " ";
    const std::string name = split_name(tool.spec.name);
    insert.bind(1, static_cast<int64_t>(i));
    insert.bind(2, name);
    insert.bind(3, tags);
    insert.bind(4, tool.category);
    insert.bind(5, tool.spec.description);
    insert.run();
  }
  return *words_;
}

const Tool* ToolIndex::find(std::string_view name) const {
  const auto at = std::find_if(tools_.begin(), tools_.end(),
                               [&](const Tool* tool) { return tool->spec.name == name; });
  return at != tools_.end() ? *at : nullptr;
}

}  // namespace dossier
