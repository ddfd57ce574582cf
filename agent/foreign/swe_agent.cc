// SWE-agent's .traj ({trajectory:[{response, thought, action, observation}], history, info}) and
// mini-swe-agent's .traj.json (a chat's messages, bare or under "messages").
#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

// What stood before the first step: the task and how it was put. Demonstrations of other tasks are
// no part of what happened here.
void preamble(Recorder& recorder, const Json& history, Lost& lost) {
  if (history.items() == nullptr) return;
  Json before = Json::array();
  for (const auto& message : *history.items()) {
    if (message.flag("is_demo")) {
      ++lost["messages of a demonstration"];
      continue;
    }
    if (message.text("role") == "assistant") break;
    before.add(message);
  }
  record_messages(recorder, before, lost);
}

void steps(Recorder& recorder, const Json& trajectory) {
  int64_t number = 0;
  for (const auto& step : *trajectory.items()) {
    const std::string id = "step-" + std::to_string(++number);
    const std::string& action = step.text("action");
    std::vector<ToolCall> calls;
    if (!action.empty()) calls.push_back({id, "run", Json::object({{"command", action}})});
    recorder.reply(step.text("response").empty() ? step.text("thought") : step.text("response"),
                   std::move(calls));
    if (!action.empty()) recorder.result(id, true, Json(step.text("observation")));
  }
}

const Json& first_of(const Json& list) {
  static const Json kNone;
  return list.items() != nullptr && !list.items()->empty() ? list.items()->front() : kNone;
}

}  // namespace

Foreign read_swe_agent(const Json& file, std::string_view name, int64_t at) {
  Foreign out{"swe_agent", {}, {}};
  const Json *trajectory = file.find("trajectory"), *history = file.find("history");
  const bool has_steps = trajectory != nullptr && trajectory->items() != nullptr;
  static const Json kNone;
  const Json& first = history != nullptr ? first_of(*history) : kNone;
  Recorder recorder(
      "swe_agent", id_of(name, has_steps ? Json(Json::Array{first, first_of(*trajectory)}) : first),
      out.lost, at);
  recorder.folder(file.text("environment"));
  if (has_steps && !trajectory->items()->empty()) {
    if (history != nullptr) preamble(recorder, *history, out.lost);
    steps(recorder, *trajectory);
  } else if (history != nullptr) {
    record_messages(recorder, *history, out.lost);
  }
  if (const Json* info = file.find("info"); info != nullptr && !recorder.empty()) {
    if (const std::string& status = info->text("exit_status"); !status.empty())
      recorder.ended("done", status);
    if (!info->text("submission").empty()) ++out.lost["submissions"];
  }
  if (!recorder.empty()) out.sessions.push_back(recorder.take());
  return out;
}

Foreign read_mini_swe_agent(const Json& file, std::string_view name, int64_t at) {
  Foreign out{"mini_swe_agent", {}, {}};
  const Json* messages = file.items() != nullptr ? &file : file.find("messages");
  if (messages == nullptr) return out;
  Recorder recorder("mini_swe_agent", id_of(name, first_of(*messages)), out.lost, at);
  record_messages(recorder, *messages, out.lost);
  if (const Json* info = file.find("info"); info != nullptr && !recorder.empty())
    if (const std::string& status = info->text("exit_status"); !status.empty())
      recorder.ended("done", status);
  if (!recorder.empty()) out.sessions.push_back(recorder.take());
  return out;
}

}  // namespace dossier::foreign
