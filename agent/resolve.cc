#include "agent/resolve.h"

#include "agent/keyword_paths.h"
#include "engine/canonical.h"
#include "engine/readers/languages/language.h"
#include "queries/ops/ops.h"

namespace dossier {
namespace {

Json run_to_json(Store& store, const Op& op, const Arguments& arguments) {
  auto parsed = parse_json(run(store, op, arguments).body);
  Json* json = std::get_if<Json>(&parsed);
  return json != nullptr ? std::move(*json) : Json();
}

std::string without_parameters(const std::string& name) { return name.substr(0, name.find('(')); }

// The row of a symbol of that full name, in that module where one has it.
const Json* row_of(const Json& rows, const std::string& full_name, const std::string& module) {
  const Json* found = nullptr;
  if (rows.items() == nullptr) return nullptr;
  for (const auto& row : *rows.items()) {
    const std::string& name = row.text("fullName");
    if (row.text("kind") == "module" ||
        (name != full_name && without_parameters(name) != full_name))
      continue;
    if (found == nullptr || row.text("moduleName") == module) found = &row;
    if (row.text("moduleName") == module) break;
  }
  return found;
}

std::string key_of(const std::string& kind, const Json& row, const std::string& type) {
  if (kind != "method") return without_parameters(row.text("fullName"));
  Type owner;
  owner.full_name = type;
  Member member;
  member.kind = MemberKind::method;
  member.name = row.text("name");
  member.full_name = row.text("fullName");
  member.signature = row.text("signature");
  const auto* language = languages::of(row.text("moduleName"));
  return member_key(owner, member, language ? language->name : std::string_view());
}

Json resolve(Store& store, const std::string& project, const Json& finding) {
  const std::string& full_name = finding.text("fullName");
  Json out = Json::object({{"found", false}});
  if (full_name.empty()) return out;
  Arguments search{{"pattern", "^" + escaped_pattern(full_name) + "(\\(.*)?$"}};
  Arguments lookup{{"identifier", full_name}};
  if (!project.empty()) {
    search.set("project", project);
    lookup.set("project", project);
  }
  const Json rows = run_to_json(store, kBroad, search);
  const Json* row = row_of(rows, full_name, finding.text("moduleName"));
  if (row == nullptr) return out;
  lookup.set("module", row->text("moduleName"));
  Json place = run_to_json(store, kClear, lookup);
  if (place.text("status") == "ambiguous" && place.find("candidates")->items() != nullptr &&
      !place.find("candidates")->items()->empty())
    place = Json(place.find("candidates")->items()->front());
  std::string kind = row->text("kind") == "type" ? "type" : place.text("memberKind");
  if (kind.empty())
    kind = row->text("signature").find('(') != std::string::npos ? "method" : "field";
  return Json::object({{"found", true},
                       {"kind", kind},
                       {"moduleName", row->text("moduleName")},
                       {"assemblyPath", row->text("assemblyPath")},
                       {"sourcePath", place.text("sourcePath")},
                       {"key", key_of(kind, *row, place.text("typeFullName"))}});
}

}  // namespace

void add_resolve_tool(Toolbox& tools, Store& store, std::string project) {
  const SchemaField fields[] = {{"findings", "array", "Symbols by full name and module"}};
  tools.add({{std::string(kResolveTool), "Holds findings against the store", schema_of(fields)},
             Capability::lookup,
             true,
             [&store, project](const Json& input, const EditListener&, ToolResult& result) {
               result.result = Json::array();
               for (const auto& finding : *input.find("findings")->items())
                 result.result.add(resolve(store, project, finding));
             }});
}

ToolCall resolve_call(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const auto& finding : findings)
    list.add(Json::object({{"fullName", finding.full_name}, {"moduleName", finding.module_name}}));
  return {{}, std::string(kResolveTool), Json::object({{"findings", std::move(list)}})};
}

std::vector<Resolved> resolved_from(const ToolResult& result, size_t count) {
  std::vector<Resolved> out;
  if (result.result.items() != nullptr)
    for (const auto& item : *result.result.items())
      out.push_back({item.flag("found"), item.text("kind"), item.text("moduleName"),
                     item.text("assemblyPath"), item.text("sourcePath"), item.text("key")});
  out.resize(count);
  return out;
}

}  // namespace dossier
