#include "agent/locate.h"

#include "queries/graph/definitions.h"
#include "queries/sql.h"

namespace dossier {
namespace {

Json locate(Store& store, const std::string& project, const Json& finding) {
  const Transaction reading(store.database(), Transaction::reading);
  const auto found = definition_called(store, store.scope(project, {}), finding.text("fullName"),
                                       finding.text("moduleName"));
  if (!found) return Json::object({{"found", false}});
  auto cards = store.rows<sql::TypeCard>(found->type_symbol, found->snapshot);
  const auto card = cards.next();
  return Json::object({{"found", true},
                       {"kind", found->kind},
                       {"moduleName", found->module},
                       {"assemblyPath", found->path},
                       {"sourcePath", card ? card->source_path : ""},
                       {"key", found->key}});
}

}  // namespace

void add_locate_tool(Toolbox& tools, Store& store, std::string project) {
  const SchemaField fields[] = {{"findings", "array", "Symbols by full name and module"}};
  tools.add({{std::string(kLocateTool), "Holds findings against the store", schema_of(fields)},
             Capability::lookup,
             true,
             [&store, project](const Json& input, const EditListener&, ToolResult& result) {
               result.result = Json::array();
               for (const auto& finding : *input.find("findings")->items())
                 result.result.add(locate(store, project, finding));
             }});
}

ToolCall locate_call(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const auto& finding : findings)
    list.add(Json::object({{"fullName", finding.full_name}, {"moduleName", finding.module_name}}));
  return {{}, std::string(kLocateTool), Json::object({{"findings", std::move(list)}})};
}

std::vector<Located> located_from(const ToolResult& result, size_t count) {
  std::vector<Located> out;
  for (const auto& item : result.result.each())
    out.push_back({item.flag("found"), item.text("kind"), item.text("moduleName"),
                   item.text("assemblyPath"), item.text("sourcePath"), item.text("key")});
  out.resize(count);
  return out;
}

}  // namespace dossier
