// OpenHands' arrays of events: an action {id, source, action, args} and, where it had an effect, an
// observation {cause, observation, content}.
#include <set>

#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

bool is_talk(const std::string& action) { return action == "message" || action == "finish"; }

void act(Recorder& recorder, const Json& event, Lost& lost) {
  const std::string& action = event.text("action");
  const Json* args = event.find("args");
  static const Json kNone = Json::object();
  const Json& input = args != nullptr && args->fields() != nullptr ? *args : kNone;
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
      recorder.reply(text, {});
    if (const Json* images = input.find("image_urls");
        images != nullptr && images->items() != nullptr && !images->items()->empty())
      lost["images"] += static_cast<int64_t>(images->items()->size());
  } else if (event.text("source") == "agent") {
    Json call = Json::object();
    for (const auto& [key, value] : *input.fields())
      if (key != "thought") call.set(key, value);
    recorder.reply(input.text("thought"),
                   {{std::to_string(event.number("id", -1)), action, std::move(call)}});
  } else {
    ++lost["actions of type " + action];
  }
}

void observe(Recorder& recorder, const Json& event, std::set<int64_t>& acted, Lost& lost) {
  const std::string& kind = event.text("observation");
  const int64_t cause = event.number("cause", -1);
  if (!acted.erase(cause)) {
    ++lost["observations of type " + kind];
    return;
  }
  const Json* success = event.find("success");
  const bool ok = kind != "error" &&
                  (success == nullptr || success->boolean() == nullptr || *success->boolean());
  recorder.result(std::to_string(cause), ok, Json(event.text("content")));
}

}  // namespace

Foreign read_openhands(const Json& events, std::string_view name, int64_t at) {
  Foreign out{"openhands", {}, {}};
  if (events.items() == nullptr || events.items()->empty()) return out;
  Recorder recorder("openhands", id_of(name, events.items()->front()), out.lost, at);
  std::set<int64_t> acted;  // ids of the agent's actions whose observation is still to come
  for (const auto& event : *events.items()) {
    recorder.at(event.find("timestamp"));
    const std::string& action = event.text("action");
    if (!action.empty()) {
      act(recorder, event, out.lost);
      if (event.text("source") == "agent" && !is_talk(action) && action != "system")
        acted.insert(event.number("id", -1));
    } else if (event.find("observation") != nullptr) {
      observe(recorder, event, acted, out.lost);
    } else {
      ++out.lost["events without an action"];
    }
  }
  if (!recorder.empty()) out.sessions.push_back(recorder.take());
  return out;
}

}  // namespace dossier::foreign
