#include "agent/auto/metadata.h"

#include <algorithm>
#include <string>
#include <vector>

#include "agent/auto/words.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kShortDoc = 120, kMostTags = 12;

using Words = std::vector<std::string>;

struct Category {
  std::string_view name;
  std::string_view words;  // between spaces
};
constexpr Category kCategories[] = {
    {"browser", " browser page tab screenshot dom click navigate playwright puppeteer selector "},
    {"filesystem", " file files filesystem directory directories folder folders path paths dir "},
    {"network",
     " http https url urls web api request download fetch mail email slack message "
     "network host webhook "},
    {"code",
     " code symbol symbols git github gitlab repository repo commit branch issue pull "
     "function class type compile test lint method source "},
    {"agent",
     " memory note notes thought thinking think plan task tasks agent knowledge entity "
     "entities graph observation observations "},
    {"utils", " time date math calculate convert random echo sum json text string number "},
};

// The first category that has any of the words; "" if none does.
std::string_view category_in(const Words& words) {
  for (const auto& [name, known] : kCategories)
    for (const auto& word : words)
      if (known.find(" " + word + " ") != known.npos) return name;
  return {};
}

Json texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const auto& text : list) out.add(text);
  return out;
}

}  // namespace

Json metadata_of(const Tool& tool) {
  const std::string& doc = tool.spec.description;
  const Json* required = tool.spec.schema.find("required");
  // What looks things up in the store reads, as others see it.
  const Capability capability = std::max(tool.capability, Capability::read);
  return Json::object(
      {{"name", tool.spec.name},
       {"description",
        doc.size() <= kShortDoc ? doc : std::string(utf8_prefix(doc, kShortDoc)) + "…"},
       {"category", tool.category},
       {"tags", texts(tool.tags)},
       {"required", required != nullptr ? *required : Json::array()},
       {"capabilities", texts({std::string(name_of(capability))})},
       {"risk", name_of(tool.how_risky())},
       {"deferParams", true}});
}

Json metadata_with_schema(const Tool& tool) {
  Json out = metadata_of(tool), examples = Json::array();
  for (const auto& example : tool.examples) examples.add(example);
  out.set("deferParams", false);
  out.set("schema", tool.spec.schema);
  return out.set("examples", std::move(examples));
}

void infer_category(Tool& tool, std::string_view server) {
  const Words name = words_of(tool.spec.name), doc = words_of(tool.spec.description);
  std::string_view category = category_in(name);
  if (category.empty()) category = category_in(words_of(server));
  if (category.empty()) category = category_in(doc);
  tool.category = category.empty() ? "mcp" : category;
  tool.tags = {"mcp", std::string(server)};
  for (const auto& word : name)
    if (tool.tags.size() < kMostTags &&
        std::find(tool.tags.begin(), tool.tags.end(), word) == tool.tags.end())
      tool.tags.push_back(word);
}

}  // namespace dossier
