// tools/call: tools that answer at once, and those that become tasks.
#include "agent/json_texts.h"
#include "agent/mcp/call.h"
#include "agent/redact.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier::mcp {
namespace {

constexpr size_t kMostAsked = 500;  // bytes of a call that its question shows

// The answer of a tool as one object: itself where it is one, with its counts otherwise. Where it
// was cut, it says how to go on.
Json structured(const ToolResult& result) {
  Json out = result.result.fields() != nullptr ? result.result : Json::object();
  if (result.result.fields() == nullptr) {
    if (result.total >= 0) out.set("total", result.total);
    if (result.returned >= 0) out.set("returned", result.returned);
    out.set("truncated", result.truncated).set("result", result.result);
  }
  if (result.truncated) out.set("truncated", true);
  if (!result.cursor.empty()) {
    out.set("cursor", result.cursor);
  } else if (result.truncated && out.find("cursor") == nullptr) {  // find has its own
    // What was found before the bound of an answer is no count of all.
    if (result.total == result.returned && out.find("total") != nullptr) out.set("total", Json());
    out.set("rest", out.find("lastLine") != nullptr
                        ? "more lines follow: ask from firstLine " +
                              std::to_string(out.number("lastLine", 0) + 1) + " on"
                        : "more is there than one question answers: narrow it");
  }
  return out;
}

Json text_content(std::string text) {
  return Json(Json::Array{Json::object({{"type", "text"}, {"text", std::move(text)}})});
}

// What the client's user is asked before a tool writes.
Json permission_question(const Caller& caller, const ToolCall& call) {
  std::string shown = redact(call.input.dump());
  if (shown.size() > kMostAsked) shown = std::string(utf8_prefix(shown, kMostAsked)) + "…";
  const std::string who = caller.client.empty() ? "the client" : redact(caller.client);
  return Json::object(
      {{"permission",
        elicitation("Allow " + who + " to call " + call.tool + " " + shown + "?",
                    Json::object({{"type", "object"},
                                  {"properties",
                                   Json::object({{"allow", Json::object({{"type", "boolean"},
                                                                         {"title", "Allow it"},
                                                                         {"default", true}})}})},
                                  {"required", Json(Json::Array{Json("allow")})}}))}});
}

bool is_granted(const Json& answer) {
  return answer.text("action") == "accept" && answer["content"].flag("allow");
}

}  // namespace

Json tool_result(const ToolResult& result) {
  if (!result.ok)
    return Json::object(
        {{"content", text_content(text_of_value(result.result))}, {"isError", true}});
  Json value = structured(result);
  std::string text = value.dump();
  return Json::object({{"content", text_content(std::move(text))},
                       {"structuredContent", std::move(value)},
                       {"isError", false}});
}

Outcome Server::call_tool(Call& call) {
  const std::string* name = text_in(call.params, "name");
  if (name == nullptr) return Refusal{kInvalidParams, "tools/call needs the name of a tool"};
  const Json* given = call.params.find("arguments");
  if (given != nullptr && given->fields() == nullptr)
    return Refusal{kInvalidParams, "arguments is an object"};
  Json arguments = given != nullptr ? *given : Json::object();
  if (extras_ != nullptr)
    if (const Json* extra = extras_->find("tools", *name, arguments))
      return extras_->answer(*extra, std::move(arguments), call.dialogue, tasks_, feed_);
  const auto place = call.lend();
  const Tool* tool = place->tools().find(*name);
  if (tool == nullptr)
    return Refusal{kInvalidParams, "Unknown tool: " + client_word(*name) +
                                       (only_reads_ ? " (this server only reads)" : "")};
  return call_known(call, Tool(*tool), std::move(arguments));
}

Outcome Server::call_known(Call& call, const Tool& tool, Json arguments) {
  const ToolCall wanted{{}, tool.spec.name, std::move(arguments)};
  std::optional<bool> consent;
  const bool can_ask = call.caller.is_modern() || call.means.outlet != nullptr;
  if (writes(tool) && call.caller.can_elicit() && can_ask) {
    const Asked asked = call.dialogue.ask(permission_question(call.caller, wanted), true);
    if (asked.instead) return *asked.instead;
    consent = is_granted(asked.answers["permission"]);
  }
  if (is_long(tool) && call.caller.has_extension(kTasks) && consent.value_or(true))
    return as_task(call, wanted, consent);
  const auto place =
      call.means.lender.lend(call.means.stop, is_long(tool) ? Lender::unbounded : Lender::bounded);
  const Told told(*place, call.dialogue);
  const bool is_first = call.connection.recording.session().empty();
  const Json result =
      tool_result(call.connection.recording.call(*place, call.caller, wanted, consent));
  if (is_first && !call.connection.recording.session().empty())
    call.dialogue.log(Level::info, "recorded as session " + call.connection.recording.session());
  return result;
}

// A task is a session of its own: it has one writer, which others would have to wait for.
Outcome Server::as_task(Call& call, const ToolCall& wanted, std::optional<bool> consent) {
  return tasks_.start(call.caller, [this, wanted, consent](Dialogue& dialogue) -> Outcome {
    try {
      const auto place = lender_.lend(dialogue.stop(), Lender::unbounded);
      const Told told(*place, dialogue);
      Recording recording;
      Json result = tool_result(recording.call(*place, dialogue.caller(), wanted, consent));
      recording.end(*place, "the task has ended");
      return result;
    } catch (const Error& error) {
      return Refusal{kInternalError, error.message()};
    }
  });
}

}  // namespace dossier::mcp
