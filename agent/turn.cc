#include "agent/turn.h"

namespace dossier {

std::string_view name_of(Role role) {
  static constexpr std::string_view kNames[] = {"system", "user", "assistant", "tool"};
  return kNames[static_cast<size_t>(role)];
}

namespace {

Role role_from(std::string_view name) {
  for (const auto role : {Role::system, Role::user, Role::assistant})
    if (name_of(role) == name) return role;
  return Role::tool;
}

}  // namespace

Json to_json(const ToolCall& call) {
  Json out = Json::object();
  if (!call.id.empty()) out.set("id", call.id);
  return out.set("tool", call.tool).set("input", call.input);
}

Json to_json(const ToolResult& result) {
  Json out = to_json(result.call);
  out.set("ok", result.ok);
  if (result.total >= 0) out.set("total", result.total);
  if (result.returned >= 0) out.set("returned", result.returned);
  out.set("truncated", result.truncated);
  if (!result.cursor.empty()) out.set("cursor", result.cursor);
  return out.set("result", result.result);
}

Json to_json(const Message& message) {
  Json out = Json::object({{"role", name_of(message.role)}, {"text", message.text}});
  if (!message.calls.empty()) {
    Json calls = Json::array();
    for (const auto& call : message.calls) calls.add(to_json(call));
    out.set("calls", std::move(calls));
  }
  if (!message.results.empty()) {
    Json results = Json::array();
    for (const auto& result : message.results) results.add(to_json(result));
    out.set("results", std::move(results));
  }
  return out;
}

ToolCall tool_call_from(const Json& json) {
  const Json* input = json.find("input");
  return {json.text("id"), json.text("tool"), input != nullptr ? *input : Json::object()};
}

ToolResult tool_result_from(const Json& json) {
  return {tool_call_from(json),
          json.flag("ok"),
          json.number("total", -1),
          json.number("returned", -1),
          json.flag("truncated"),
          json.text("cursor"),
          json["result"]};
}

Message message_from(const Json& json) {
  Message out{role_from(json.text("role")), json.text("text"), {}, {}};
  for (const auto& call : json["calls"].each()) out.calls.push_back(tool_call_from(call));
  for (const auto& result : json["results"].each()) out.results.push_back(tool_result_from(result));
  return out;
}

}  // namespace dossier
