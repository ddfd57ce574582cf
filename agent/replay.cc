#include "agent/replay.h"

#include <algorithm>
#include <set>

#include "agent/ask.h"
#include "agent/chat.h"
#include "engine/error.h"

namespace dossier {
namespace {

Json parsed_body(const SessionEvent& event) {
  auto parsed = parse_json(event.body);
  if (Json* json = std::get_if<Json>(&parsed)) return std::move(*json);
  return {};
}

// The symbols that a result names: what stays the same when a row moves to another place.
void keys_in(const Json& value, std::multiset<std::string>& keys) {
  if (const auto* items = value.items())
    for (const auto& item : *items) keys_in(item, keys);
  if (value.fields() == nullptr) return;
  for (const std::string_view name : {"fullName", "typeFullName", "memberFullName", "key"})
    if (const std::string& text = value.text(name); !text.empty())
      keys.insert(value.text("kind") + (value.text("kind").empty() ? "" : " ") + text +
                  (value.text("signature").empty() ? "" : " : " + value.text("signature")));
  for (const auto& [key, field] : *value.fields())
    if (field.items() != nullptr || field.fields() != nullptr) keys_in(field, keys);
}

std::vector<std::string> only_in(const std::multiset<std::string>& a,
                                 const std::multiset<std::string>& b) {
  std::vector<std::string> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

Retooled compare(int64_t seq, const ToolResult& then, const ToolResult& now) {
  Retooled out{Retooled::same, seq, then.call, {}, {}};
  if (then.ok && !now.ok) {
    out.verdict = Retooled::failed;
    out.gone.push_back(now.result.string() ? *now.result.string() : now.result.dump());
    return out;
  }
  if (then.ok == now.ok && then.result == now.result) return out;
  std::multiset<std::string> before, after;
  keys_in(then.result, before);
  keys_in(now.result, after);
  out.gone = only_in(before, after);
  out.added = only_in(after, before);
  const bool keys = !before.empty() || !after.empty();
  out.verdict = keys && out.gone.empty() && out.added.empty() ? Retooled::moved : Retooled::changed;
  return out;
}

}  // namespace

std::string_view name_of(Retooled::Verdict verdict) {
  static constexpr std::string_view kNames[] = {"same", "moved", "gone/new", "failed"};
  return kNames[verdict];
}

size_t replay_strictly(const std::vector<SessionEvent>& record, const Toolbox& tools,
                       const std::string& prompts) {
  if (record.empty()) throw Error(ErrorCode::not_found, "the session has no events");
  Setup setup = set_up_again(tools, record[0], prompts);
  const LoopLimits limits = limits_of(record[0]);
  Transcript transcript(record);
  // What the person said stands in the record where the loop will say it.
  const auto said = [&](const SessionEvent* event) {
    return event != nullptr ? parsed_body(*event).text("text") : std::string();
  };
  if (setup.started.text("mode") == "automation") {
    const std::string question = record.size() > 1 ? said(&record[1]) : "";
    run_ask(transcript, std::move(setup), question, limits, {}, {});
  } else {
    Chat chat(transcript, std::move(setup), limits);
    while (transcript.upcoming() != nullptr) chat.turn(said(transcript.upcoming()), {}, {});
  }
  if (const SessionEvent* rest = transcript.upcoming())
    throw Error(ErrorCode::conflict, "the record goes on after the replay has ended",
                "step " + std::to_string(rest->seq));
  return record.size();
}

std::vector<Retooled> retool(const std::vector<SessionEvent>& record, const Toolbox& tools) {
  std::vector<Retooled> out;
  const SessionEvent* asked = nullptr;
  for (const auto& event : record) {
    if (event.kind == EventKind::tool_asked) asked = &event;
    if (event.kind != EventKind::tool_settled || asked == nullptr) continue;
    const ToolResult then = tool_result_from(parsed_body(event));
    const Tool* tool = tools.find(then.call.tool);
    if (tool != nullptr && !tool->hidden)
      out.push_back(compare(asked->seq, then, tools.dispatch(then.call, nullptr)));
    asked = nullptr;
  }
  return out;
}

}  // namespace dossier
