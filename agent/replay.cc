#include "agent/replay.h"

#include <algorithm>
#include <set>

#include "agent/ask.h"
#include "agent/backend.h"
#include "agent/chat.h"
#include "agent/fix/fix.h"
#include "agent/grpc_context.h"
#include "agent/mcp/place.h"
#include "engine/error.h"

namespace dossier {
namespace {

// The symbols that a result names: what stays the same when a row moves to another place.
void keys_in(const Json& value, std::multiset<std::string>& keys) {
  if (const auto* items = value.items())
    for (const auto& item : *items) keys_in(item, keys);
  if (value.fields() == nullptr) return;
  for (const std::string_view name :
       {"fullName", "full_name", "typeFullName", "memberFullName", "key"})
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
  if (!out.gone.empty() || !out.added.empty())
    out.verdict = out.added.empty()  ? Retooled::lost
                  : out.gone.empty() ? Retooled::gained
                                     : Retooled::both;
  else
    out.verdict = before.empty() ? Retooled::changed : Retooled::moved;
  return out;
}

}  // namespace

std::string_view name_of(Retooled::Verdict verdict) {
  static constexpr std::string_view kNames[] = {"same",     "moved",   "gone",  "new",
                                                "gone/new", "changed", "failed"};
  return kNames[verdict];
}

Continued go_on(Transcript& transcript, const std::vector<SessionEvent>& prefix,
                const Toolbox& tools, const std::string& prompts, const LoopListener& listener,
                const std::stop_token& stop) {
  if (prefix.empty()) throw Error(ErrorCode::not_found, "the session has no events");
  const std::string mode = body_of(prefix[0]).text("mode");
  if (mode == "backend") {
    return {true, {}, answer_again(transcript, prefix)};
  }
  if (mode == kContextMode) return {true, {}, context_again(transcript, prefix)};
  if (mode == mcp::kMode)
    throw Error(ErrorCode::invalid,
                "the client of another program chose these calls, and is not here to choose again; "
                "--retool makes them again");
  Setup setup = set_up_again(tools, prefix, 0, prompts);
  const LoopLimits limits = limits_of(prefix[0]);
  // The person's text is in the record at the place where the loop will say it.
  const auto said = [&](const SessionEvent& event) { return body_of(event).text("text"); };
  if (mode == "automation" || mode == kFixMode) {
    const auto asked = std::find_if(prefix.begin(), prefix.end(), [](const SessionEvent& event) {
      return event.kind == EventKind::message;
    });
    const std::string question = asked != prefix.end() ? said(*asked) : "";
    if (mode == kFixMode) {
      const FixResult result = run_fix(transcript, std::move(setup), question, listener, stop);
      return {result.end.why == LoopEnd::accepted, result.end.text, {}};
    }
    const AskResult result =
        run_ask(transcript, std::move(setup), question, limits, listener, stop);
    return {result.answered, result.problem, result.answered ? to_json(result.report) : Json()};
  }
  Chat chat(transcript, std::move(setup), limits);
  Continued out;
  while (const SessionEvent* next = transcript.upcoming()) {
    if (next->kind == EventKind::started) {
      const auto at = static_cast<size_t>(next - transcript.record().data());
      chat.change(set_up_again(tools, transcript.record(), at, prompts), limits_of(*next));
      continue;
    }
    const Chat::Turn turn = chat.turn(said(*next), listener, stop);
    out = {turn.answered, turn.text, {}};
  }
  return out;
}

Replayed replay_strictly(const std::vector<SessionEvent>& record, const Toolbox& tools,
                         const std::string& prompts) {
  Transcript transcript(record);
  try {
    go_on(transcript, record, tools, prompts, {}, {});
    if (const SessionEvent* rest = transcript.upcoming())
      throw Divergence(rest->seq,
                       std::string(name_of(rest->kind)) + " " + rest->body.substr(0, 400),
                       "the program has ended");
  } catch (const Divergence& divergence) {
    return {transcript.followed(), divergence};
  }
  return {record.size(), std::nullopt};
}

std::vector<Retooled> retool(const std::vector<SessionEvent>& record, const Toolbox& tools) {
  std::vector<Retooled> out;
  const SessionEvent* asked = nullptr;
  bool denied = false;
  for (const auto& event : record) {
    if (event.kind == EventKind::permission) denied = body_of(event).text("decision") == "deny";
    if (event.kind == EventKind::tool_asked) asked = &event;
    if (event.kind != EventKind::tool_settled || asked == nullptr) continue;
    const ToolResult then = tool_result_from(body_of(event));
    const Tool* tool = tools.find(then.call.tool);
    // What did not run then has nothing to compare.
    const bool ran = !denied && then.result != Json(kBudgetSpent);
    if (ran && tool != nullptr && !tool->hidden)
      out.push_back(compare(asked->seq, then, tools.dispatch(then.call, nullptr)));
    asked = nullptr;
    denied = false;
  }
  return out;
}

}  // namespace dossier
