// Tool calls as one JSON object (docs/formats.md). The whole reply, or the one code fence that it
// consists of, is the object; a reply that is something else is prose. A reply that mentions
// "tool_calls" and cannot be read is a fault rather than prose: the model meant a call.
#include "agent/json_texts.h"
#include "agent/protocol.h"
#include "agent/protocols/reply_text.h"

namespace dossier {
namespace {

constexpr std::string_view kShape =
    R"({"tool_calls":[{"tool":"broad_lookup","input":{"pattern":"…"}}]})";

// Reads tool_calls[i] into the turn.
void read_call(const Json& item, size_t index, Turn& turn) {
  const std::string at = "tool_calls[" + std::to_string(index) + "]";
  const auto* fields = item.fields();
  if (fields == nullptr) {
    turn.faults.push_back({0, at + " must be an object, not " + std::string(item.type_name())});
    return;
  }
  const size_t before = turn.faults.size();
  ToolCall call;
  const Json* tool = item.find("tool");
  if (tool == nullptr || tool->string() == nullptr || tool->string()->empty())
    turn.faults.push_back({0, at + ".tool must be the name of a tool"});
  else
    call.tool = *tool->string();
  const Json* input = item.find("input");
  if (input == nullptr || input->fields() == nullptr)
    turn.faults.push_back({0, at + ".input must be an object"});
  else
    call.input = *input;
  for (const auto& [key, value] : *fields)
    if (key != "tool" && key != "input")
      turn.faults.push_back({0, at + "." + key + " is not a field of a tool call"});
  if (turn.faults.size() == before) turn.calls.push_back(std::move(call));
}

class JsonCalls final : public Protocol {
 public:
  std::string_view name() const override { return "json_calls/1"; }

  Turn parse(const Message& reply) const override {
    const std::string_view body = protocols::unfenced(reply.text);
    Turn turn;
    if (body.find("\"tool_calls\"") == body.npos) {
      turn.text = reply.text;
      return turn;
    }
    const auto parsed = parse_peer_json(body);
    if (const auto* fault = std::get_if<JsonFault>(&parsed)) {
      const size_t offset = fault->offset + static_cast<size_t>(body.data() - reply.text.data());
      turn.faults.push_back({protocols::line_of(reply.text, offset),
                             "the tool call is not one JSON object: " + fault->message});
      return turn;
    }
    const Json& root = std::get<Json>(parsed);
    const Json* calls = root.find("tool_calls");
    if (calls == nullptr) {  // the words occur in a string of a final answer
      turn.text = reply.text;
      return turn;
    }
    for (const auto& [key, value] : *root.fields())
      if (key != "tool_calls") turn.faults.push_back({0, key + " cannot stand beside tool_calls"});
    if (calls->each().empty()) {
      turn.faults.push_back({0, "tool_calls must be a list of at least one call"});
      return turn;
    }
    for (size_t i = 0; i < calls->each().size(); ++i) read_call(calls->each()[i], i, turn);
    return turn;
  }

  Message render(const Turn& turn) const override {
    if (turn.calls.empty()) return {Role::assistant, turn.text, {}, {}};
    Json calls = Json::array();
    for (const auto& call : turn.calls)
      calls.add(Json::object({{"tool", call.tool}, {"input", call.input}}));
    return {Role::assistant, Json::object({{"tool_calls", std::move(calls)}}).dump(), {}, {}};
  }

  Message render_results(std::span<const ToolResult> results) const override {
    Json list = Json::array();
    for (const auto& result : results) {
      Json row = Json::object({{"tool", result.call.tool},
                               {"input", result.call.input},
                               {"ok", result.ok},
                               {"total", result.total < 0 ? Json() : Json(result.total)},
                               {"returned", result.returned < 0 ? Json() : Json(result.returned)},
                               {"truncated", result.truncated}});
      if (!result.cursor.empty()) row.set("cursor", result.cursor);
      list.add(row.set("result", result.result));
    }
    return {Role::user, Json::object({{"tool_results", std::move(list)}}).dump(), {}, {}};
  }

  Message correction(std::span<const Fault> faults) const override {
    std::string text = "Nothing of your last reply was run:\n";
    for (const auto& fault : faults) text += "- " + protocols::described(fault) + "\n";
    text += "Ask for tools with exactly one JSON object and nothing else: ";
    text += kShape;
    return {Role::user, std::move(text), {}, {}};
  }
};

}  // namespace

const Protocol& json_calls() {
  static const JsonCalls protocol;
  return protocol;
}

}  // namespace dossier
