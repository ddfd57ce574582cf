#include "agent/mcp/place.h"

#include <algorithm>
#include <array>

#include "agent/checked.h"
#include "agent/tools/tools.h"
#include "queries/ops/ops.h"

namespace dossier::mcp {
namespace {

// What most questions need; a client pays for every description in every conversation.
constexpr std::array<const Op*, 6> kFew = {&kFind, &kShow, &kRefs, &kGrep, &kReadSource, &kDiff};

// A client checks inputs against the schema, so it has to name the field that every tool takes.
Json with_cursor(Json schema) {
  Json properties = schema["properties"];
  properties.set(
      "cursor",
      Json::object({{"type", "string"},
                    {"description", "The cursor of a truncated answer: goes on behind it"}}));
  return schema.set("properties", std::move(properties));
}

Tool client_tool(const Toolbox& all, std::string_view name, std::string_view command, Store& store,
                 const Around& around) {
  Tool tool = *all.find(name);
  tool.spec.name = command;
  tool.spec.schema = with_cursor(std::move(tool.spec.schema));
  tool.run = [run = std::move(tool.run), &store, &around](
                 const Json& input, const EditListener& on_edit, ToolResult& result) {
    const Checked checked(store.database(), around.checkpoint);
    run(input, on_edit, result);
  };
  return tool;
}

}  // namespace

void add_tools(Toolbox& tools, Store& store, const std::string& project,
               const std::string& snapshot, Offer offer, const Around& around) {
  Toolbox every;
  add_op_tools(every, store, project, snapshot);
  add_note_tool(every, store, project, around.author);
  for (const Op* op : kFew) tools.add(client_tool(every, op->tool, op->command, store, around));
  tools.add(client_tool(every, "note", "note", store, around));
  if (offer == Offer::few) return;
  for (const Op* op : ops())
    if (std::find(kFew.begin(), kFew.end(), op) == kFew.end())
      tools.add(client_tool(every, op->tool, op->command, store, around));
}

Place::Place(Store store, std::string project, std::string snapshot, Offer offer, std::string model,
             bool only_reads)
    : store_(std::move(store)),
      project_(std::move(project)),
      snapshot_(std::move(snapshot)),
      model_(std::move(model)),
      only_reads_(only_reads) {
  Toolbox offered;
  add_tools(offered, store_, project_, snapshot_, offer, around_);
  for (const Tool& tool : offered.all())
    if (!only_reads || !writes(tool)) tools_.add(tool);
  if (offer == Offer::all && !only_reads) add_long_tools(tools_, store_, project_, model_, around_);
}

bool is_long(const Tool& tool) {
  return std::find(tool.tags.begin(), tool.tags.end(), kLong) != tool.tags.end();
}

bool writes(const Tool& tool) {
  return tool.capability == Capability::write || tool.capability == Capability::execute;
}

Json listed(const Tool& tool) {
  Json annotations = Json::object({{"readOnlyHint", !writes(tool)}});
  if (writes(tool)) annotations.set("destructiveHint", false).set("idempotentHint", false);
  annotations.set("openWorldHint", false);
  return Json::object({{"name", tool.spec.name},
                       {"description", tool.spec.description},
                       {"inputSchema", tool.spec.schema},
                       {"annotations", std::move(annotations)}});
}

}  // namespace dossier::mcp
