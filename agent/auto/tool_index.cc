#include "agent/auto/tool_index.h"

#include <algorithm>
#include <cctype>

#include "engine/database.h"
#include "engine/statement.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kShort = 120, kMostWords = 20;

// "readFile_text" → "read file text"
std::string split_name(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const auto here = static_cast<unsigned char>(name[i]);
    if (i > 0 && std::isupper(here) && std::islower(static_cast<unsigned char>(name[i - 1])))
      out += ' ';
    out += std::isalnum(here) || here >= 0x80 ? name[i] : ' ';
  }
  return out;
}

// Words as prefixes, any of them: "read"* OR "fil"*. "" if there is none.
std::string match_of(std::string_view words) {
  std::string out;
  size_t count = 0;
  const std::string split = split_name(words);
  for (size_t at = 0; at < split.size() && count < kMostWords;) {
    const size_t end = std::min(split.find(' ', at), split.size());
    if (end > at) {
      out += (out.empty() ? "\"" : " OR \"") + split.substr(at, end - at) + "\"*";
      ++count;
    }
    at = end + 1;
  }
  return out;
}

std::string_view risk_of(Capability capability) {
  return capability == Capability::execute ? "high"
         : capability == Capability::write ? "medium"
                                           : "low";
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
  Database memory = Database::open("", OpenMode::memory);
  memory.execute(
      "create virtual table tool using fts5(name, tags, category, description, tokenize='porter "
      "unicode61')");
  Statement insert(
      memory, "insert into tool(rowid, name, tags, category, description) values (?, ?, ?, ?, ?)");
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
  Statement find(
      memory, "select rowid from tool where tool match ? order by bm25(tool, 8, 4, 2, 1), rowid");
  find.bind(1, match);
  while (find.step()) {
    const Tool& tool = *tools_[static_cast<size_t>(find.integer(0))];
    if (fits(tool) && out.size() < query.limit) out.push_back(&tool);
  }
  return out;
}

Json metadata_of(const Tool& tool) {
  const std::string& doc = tool.spec.description;
  Json tags = Json::array();
  for (const auto& tag : tool.tags) tags.add(tag);
  return Json::object(
      {{"name", tool.spec.name},
       {"description", doc.size() <= kShort ? doc : std::string(utf8_prefix(doc, kShort)) + "…"},
       {"category", tool.category},
       {"tags", std::move(tags)},
       {"required",
        tool.spec.schema.find("required") ? tool.spec.schema["required"] : Json::array()},
       {"capability", name_of(tool.capability)},
       {"risk", risk_of(tool.capability)},
       {"deferParams", true}});
}

}  // namespace dossier
