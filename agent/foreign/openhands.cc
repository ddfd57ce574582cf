// OpenHands' arrays of events: an action {id, source, action, args} and, where it had an effect, an
// observation {cause, observation, content}. An evaluation's output.jsonl holds one such array a
// line, as "history"; older ones pair each action with its observation.
#include <map>
#include <set>

#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

bool is_talk(const std::string& action) { return action == "message" || action == "finish"; }

void act(Recorder& recorder, const Json& event, Lost& lost, const Usage& usage) {
  const std::string& action = event.text("action");
  static const Json kNone = Json::object();
  const Json& input = event["args"].fields() != nullptr ? event["args"] : kNone;
  if (action == "system") {
    recorder.say(Role::system, input.text("content"));
  } else if (is_talk(action)) {
    std::string text = input.text("content");
    for (const std::string_view key : {"final_thought", "thought"})
      if (text.empty()) text = input.text(key);
    if (text.empty()) text = event.text("message");
    if (event.text("source") == "user")
      recorder.say(Role::user, text);
    else
      recorder.reply({text, {}, usage});
    if (const auto images = input["image_urls"].each(); !images.empty())
      lost["images"] += static_cast<int64_t>(images.size());
  } else if (event.text("source") == "agent") {
    Json call = Json::object();
    for (const auto& [key, value] : *input.fields())
      if (key != "thought") call.set(key, value);
    recorder.reply({input.text("thought"),
                    {{std::to_string(event.number("id", -1)), action, std::move(call)}},
                    usage});
  } else {
    ++lost["actions of type " + action];
  }
}

// What an edit's observation says that the file held and holds: the whole of both.
std::optional<std::vector<Change>> changes_seen(Recorder& recorder, const Json& event) {
  const Json* extras = event.find("extras");
  if (extras == nullptr || event.text("observation") != "edit") return std::nullopt;
  const std::string& path = extras->text("path");
  const Json *before = extras->find("old_content"), *after = extras->find("new_content");
  if (path.empty() || after == nullptr || after->string() == nullptr) return std::nullopt;
  const bool was_there = extras->flag("prev_exist");
  if (before != nullptr && before->string() != nullptr)
    recorder.holds(path, was_there ? Content(*before->string()) : Content());
  return std::vector<Change>{{Change::write, path, *after->string(), {}, 0, 0, {}}};
}

// The action "write" of older versions: a whole file, or some of its lines.
std::optional<std::vector<Change>> changes_written(const Json& action) {
  if (action.text("action") != "write") return std::nullopt;
  const Json* args = action.find("args");
  if (args == nullptr) return std::nullopt;
  const int64_t first = args->number("start"), last = args->number("end", -1);
  Change change{Change::write, args->text("path"), args->text("content"), {}, 0, 0, {}};
  if (first > 0 || last >= 0) {
    change.kind = Change::lines;
    change.first = line_number(first) + 1;
    change.last = last < 0 ? INT32_MAX : line_number(last);
  }
  return std::vector<Change>{std::move(change)};
}

// Whether it went well: as it says, else by the code that the command ended with.
bool went_well(const Json& event) {
  if (const Json* success = event.find("success");
      success != nullptr && success->boolean() != nullptr)
    return *success->boolean();
  const Json& extras = event["extras"];
  return extras.number("exit_code", extras["metadata"].number("exit_code", 0)) == 0;
}

// The folder that commands ran in first.
std::string folder_in(const Json& events) {
  for (const auto& event : events.each()) {
    const std::string& folder = event["extras"]["metadata"].text("working_dir");
    if (folder.size() > 1) return folder;
  }
  return {};
}

// What the model was paid for an action; its parts share the one reply.
Usage usage_of(Recorder& recorder, const Json& event, std::set<std::string>& counted) {
  const Json& reply = event["tool_call_metadata"]["model_response"];
  const Json* usage = reply.find("usage");
  if (usage == nullptr || !counted.insert(reply.text("id")).second) return {};
  return {recorder.tokens(*usage, "prompt_tokens"), recorder.tokens(*usage, "completion_tokens")};
}

class Reader {
 public:
  Reader(Recorder& recorder, Lost& lost) : recorder_(recorder), lost_(lost) {}

  void take(const Json& event) {
    // Older results pair an action with its observation.
    if (event.items() != nullptr) {
      for (const auto& one : event.each())
        if (one.fields() != nullptr) take(one);
      return;
    }
    recorder_.at(event.find("timestamp"));
    const std::string& action = event.text("action");
    if (!action.empty()) {
      act(recorder_, event, lost_, usage_of(recorder_, event, counted_));
      if (event.text("source") == "agent" && !is_talk(action) && action != "system")
        acted_[event.number("id", -1)] = event;
      if (action == "run_ipython" &&
          event["args"].text("code").find("edit_file") != std::string::npos)
        ++lost_["edits within Python code"];
    } else if (event.find("observation") != nullptr) {
      observe(event);
    } else {
      ++lost_["events without an action"];
    }
  }
  bool has_counts() const { return !counted_.empty(); }

 private:
  void observe(const Json& event) {
    const std::string& kind = event.text("observation");
    const int64_t cause = event.number("cause", -1);
    const auto action = acted_.find(cause);
    if (action == acted_.end()) {
      ++lost_["observations of type " + kind];
      return;
    }
    const std::string& content = event.text("content");
    const bool ok = kind != "error" && !content.starts_with("ERROR:") && went_well(event);
    auto changes = ok ? changes_seen(recorder_, event) : std::nullopt;
    if (!changes) changes = changes_written(action->second);
    // What was asked for tells more than what came of it.
    const ToolCall call{{}, action->second.text("action"), action->second["args"]};
    if (changes && !changes_in(call).empty()) changes.reset();
    recorder_.result(std::to_string(cause), ok, Json(content), {}, changes);
    acted_.erase(action);
  }

  Recorder& recorder_;
  Lost& lost_;
  std::map<int64_t, Json> acted_;  // the agent's actions whose observation is still to come
  std::set<std::string> counted_;  // the model's replies whose tokens were counted
};

}  // namespace

Foreign read_openhands(const Json& events, std::string_view name, int64_t at) {
  Foreign out{"openhands", {}, {}};
  if (events.each().empty()) return out;
  Recorder recorder("openhands", id_of(name, events.each().front()), out.lost, at);
  recorder.folder(folder_in(events));
  Reader reader(recorder, out.lost);
  for (const auto& event : events.each()) reader.take(event);
  if (!recorder.empty()) out.sessions.push_back(recorder.take_whole());
  return out;
}

Foreign read_openhands_results(const std::vector<Json>& lines, Lost lost, std::string_view name,
                               int64_t at) {
  Foreign out{"openhands", {}, std::move(lost)};
  for (const auto& line : lines) {
    const Json& history = line["history"];
    if (history.each().empty()) {
      ++out.lost["results without events"];
      continue;
    }
    std::string id = line.text("instance_id");
    if (id.empty()) id = id_of(name, history.each().front());
    Recorder recorder("openhands", id, out.lost, at);
    const std::string folder = folder_in(history);
    recorder.folder(folder.empty() ? line["instance"].text("repo") : folder);
    recorder.model(line["metadata"]["llm_config"].text("model"));
    Reader reader(recorder, out.lost);
    for (const auto& event : history.each()) reader.take(event);
    const Json& metrics = line["metrics"];
    const Json& tokens = metrics["accumulated_token_usage"];
    const bool counts = !reader.has_counts() && tokens.fields() != nullptr;
    recorder.spent(counts ? Usage{recorder.tokens(tokens, "prompt_tokens"),
                                  recorder.tokens(tokens, "completion_tokens")}
                          : Usage{},
                   recorder.dollars(metrics, "accumulated_cost"));
    std::string patch = line.text("git_patch");
    if (patch.empty()) patch = line["test_result"].text("git_patch");
    const std::string& error = line.text("error");
    if (!recorder.empty()) {
      recorder.ended(error.empty() ? "done" : "failed", error, patch);
      out.sessions.push_back(recorder.take_whole());
    }
  }
  return out;
}

}  // namespace dossier::foreign
