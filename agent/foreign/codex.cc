// Codex rollouts: {timestamp, type, payload} a line. What was said and done is in response_item,
// an item for each part of a reply; event_msg repeats it for the screen. Older rollouts hold the
// items bare, after a first line with the session's id.
#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

std::string reasoning_in(const Json& item) {
  std::vector<std::string> texts;
  for (const auto& part : item["summary"].each()) texts.push_back(part.text("text"));
  return joined_parts(texts);
}

Json parsed(const Json* value) {
  if (value == nullptr) return Json::object();
  if (value->string() == nullptr) return *value;
  auto json = parse_json(*value->string());
  if (Json* object = std::get_if<Json>(&json); object != nullptr && object->fields() != nullptr)
    return std::move(*object);
  return Json::object({{"input", *value}});
}

void output(Recorder& recorder, const Json& item) {
  const Json* value = item.find("output");
  Json result = value != nullptr ? *value : Json("");
  bool ok = true;
  // Either a text, a text that is JSON {output, metadata}, or {content, success}.
  if (value != nullptr && value->string() != nullptr) {
    auto json = parse_json(*value->string());
    if (Json* object = std::get_if<Json>(&json); object != nullptr && object->find("output")) {
      const Json* metadata = object->find("metadata");
      ok = metadata == nullptr || metadata->number("exit_code") == 0;
      result = *object->find("output");
    }
  } else if (value != nullptr && value->fields() != nullptr) {
    const Json* success = value->find("success");
    ok = success == nullptr || success->boolean() == nullptr || *success->boolean();
    if (const Json* content = value->find("content")) result = *content;
  } else if (value != nullptr) {
    result = recorder.text_in(value);
  }
  // Newer ones tell it in the text: "Exit code: 1", "Process exited with code 1".
  if (const auto* text = result.string(); text != nullptr)
    for (const std::string_view mark : {"Exit code: ", "exited with code "})
      if (const size_t at = text->substr(0, 400).find(mark); at != std::string::npos)
        ok = ok && text->compare(at + mark.size(), 1, "0") == 0;
  recorder.result(item.text("call_id"), ok, result);
}

// What the program puts before and between the words of the user, in their role.
bool is_context(const std::string& text) {
  for (const std::string_view begin :
       {"# AGENTS.md instructions", "<environment_context>", "<user_instructions>",
        "<INSTRUCTIONS>", "<turn_aborted>", "<skill>", "<subagent_notification>"})
    if (text.starts_with(begin)) return true;
  return false;
}

// A part of what the model says: without a word between they are one reply.
void part(Recorder& recorder, Reply reply) {
  reply.continues = recorder.replied_last();
  recorder.reply(std::move(reply));
}

// The session that it goes on from, or that began it as a task: "" if there is none.
std::string parent_in(const Json& meta) {
  const std::string& fork = meta.text("forked_from_id");
  return fork.empty() ? meta["source"]["subagent"]["thread_spawn"].text("parent_thread_id") : fork;
}

void item(Recorder& recorder, const Json& item, Lost& lost) {
  const std::string& type = item.text("type");
  if (type == "message") {
    const std::string text = recorder.text_in(item.find("content"));
    const std::string& role = item.text("role");
    if (role == "assistant")
      part(recorder, {text});
    else
      recorder.say(role == "user" && !is_context(text) ? Role::user : Role::system, text);
  } else if (type == "reasoning") {
    const std::string text = reasoning_in(item);
    if (text.empty()) ++lost["reasoning that is encrypted"];
    part(recorder, {{}, {}, {}, text});
  } else if (type == "function_call" || type == "custom_tool_call") {
    const Json* input = item.find(type == "function_call" ? "arguments" : "input");
    part(recorder, {{}, {{item.text("call_id"), item.text("name"), parsed(input)}}});
  } else if (type == "local_shell_call") {
    part(recorder, {{}, {{item.text("call_id"), "local_shell", parsed(item.find("action"))}}});
  } else if (type == "function_call_output" || type == "custom_tool_call_output" ||
             type == "local_shell_call_output") {
    output(recorder, item);
  } else {
    ++lost[type.empty() ? "lines without a type" : "items of type " + type];
  }
}

}  // namespace

Foreign read_codex(const std::vector<Json>& lines, Lost lost, std::string_view name, int64_t at) {
  Foreign out{"codex", {}, std::move(lost)};
  std::string id, parent;
  for (const auto& line : lines) {
    const Json* payload = line.find("payload");
    // A fork holds the first line of the session that it comes from, too.
    if (id.empty() && line.text("type") == "session_meta" && payload != nullptr) {
      id = payload->text("id");
      parent = parent_in(*payload);
    }
    if (id.empty() && line.find("type") == nullptr) id = line.text("id");
  }
  if (id.empty()) id = std::string(name.substr(0, name.rfind('.')));
  Recorder recorder("codex", id, out.lost, at);
  if (!parent.empty()) recorder.parent("codex:" + parent);
  std::string counted;  // the tokens of the whole session that the last count tells
  for (const auto& line : lines) {
    const std::string& type = line.text("type");
    const Json* payload = line.find("payload");
    recorder.at(line.find("timestamp"));
    if (payload == nullptr) {
      if (!type.empty())
        item(recorder, line, out.lost);
      else if (line.find("record_type") != nullptr)
        ++out.lost["lines of state"];
    } else if (type == "session_meta") {
      recorder.folder(payload->text("cwd"));
    } else if (type == "response_item") {
      item(recorder, *payload, out.lost);
    } else if (type == "turn_context") {
      recorder.folder(payload->text("cwd"));
      recorder.model(payload->text("model"));
    } else if (type == "compacted") {
      if (payload->text("message").empty()) ++out.lost["summaries that are encrypted"];
      recorder.say(Role::system, payload->text("message"));
    } else if (type == "event_msg" && payload->text("type") == "token_count") {
      // Told again whenever the limits of the account are.
      const Json& info = (*payload)["info"];
      const Json *usage = info.find("last_token_usage"), *all = info.find("total_token_usage");
      std::string total = all != nullptr ? all->dump() : "";
      if (usage == nullptr || (!total.empty() && total == counted)) continue;
      counted = std::move(total);
      recorder.spent(
          {recorder.tokens(*usage, "input_tokens"), recorder.tokens(*usage, "output_tokens")});
    } else if (type == "event_msg") {
      ++out.lost["events for the screen (" + payload->text("type") + ")"];
    } else {
      ++out.lost["lines of type " + type];
    }
  }
  if (!recorder.empty()) out.sessions.push_back(recorder.take());
  return out;
}

}  // namespace dossier::foreign
