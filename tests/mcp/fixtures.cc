#include "tests/mcp/fixtures.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "agent/mcp/prompts.h"
#include "tests/mcp/fixtures_data.h"

namespace dossier::mcp {
namespace {

// What scripts work with.
struct Stage {
  Tasks& tasks;
  Feed& feed;
};

constexpr int64_t kLongestWaitMs = 60'000;

// What identifies an item of a list.
std::string_view key_of(std::string_view list) {
  return list == "resources" ? "uri" : list == "resourceTemplates" ? "uriTemplate" : "name";
}

// The value of the one {name} in a template; absent where the text is not made of it.
std::optional<std::string_view> matched(std::string_view text, std::string_view pattern) {
  const size_t begin = pattern.find('{'), end = pattern.find('}');
  if (end == pattern.npos) return std::nullopt;
  const std::string_view head = pattern.substr(0, begin), tail = pattern.substr(end + 1);
  if (text.size() < head.size() + tail.size() || !text.starts_with(head) || !text.ends_with(tail))
    return std::nullopt;
  return text.substr(head.size(), text.size() - head.size() - tail.size());
}

Json filled(const Json& value, const Json& known) {
  if (value.string() != nullptr) return mcp::filled(*value.string(), known);
  if (value.items() != nullptr) {
    Json out = Json::array();
    for (const auto& item : value.each()) out.add(filled(item, known));
    return out;
  }
  if (value.fields() == nullptr) return value;
  Json out = Json::object();
  for (const auto& [key, field] : *value.fields()) out.set(key, filled(field, known));
  return out;
}

bool wait(int64_t ms, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, stop,
                   std::chrono::milliseconds(std::clamp<int64_t>(ms, 0, kLongestWaitMs)),
                   [] { return false; });
  return !stop.stop_requested();
}

std::optional<Refusal> lacks(const Json& fixture, const Caller& caller) {
  const Json& required = fixture["requires"];
  if (required.fields() == nullptr) return std::nullopt;
  for (const auto& [name, value] : *required.fields())
    if (!caller.can(name))
      return Refusal{kMissingCapability, "the client has to be capable of: " + name,
                     Json::object({{"requiredCapabilities", required}})};
  return std::nullopt;
}

// A step that only tells, waits or changes. False: it was stopped.
bool take_step(const Json& step, const Json& known, Dialogue& dialogue, const Stage& stage) {
  if (const Json* progress = step.find("progress"))
    dialogue.progress(static_cast<double>(*progress->integer()), 100, "");
  if (const Json* text = step.find("log")) dialogue.log(Level::info, *text->string());
  if (step.flag("hang_up")) dialogue.hang_up();
  if (step.text("changed") == "tools") stage.feed.tools_changed();
  if (step.text("changed") == "prompts") stage.feed.prompts_changed();
  int64_t ms = step.number("wait");
  if (const std::string& seconds = step.text("wait_seconds"); !seconds.empty())
    ms = std::clamp<int64_t>(known.number(seconds), 0, kLongestWaitMs / 1000) * 1000;
  return ms == 0 || wait(ms, dialogue.stop());
}

// Follows the script of a fixture from a step on.
Outcome play(const Json& fixture, Json known, Dialogue& dialogue, const Stage& stage,
             size_t from = 0) {
  if (auto why = lacks(fixture, dialogue.caller())) return *why;
  const auto steps = fixture["steps"].each();
  for (size_t at = from; at < steps.size(); ++at) {
    const Json& step = steps[at];
    if (const Json* requests = step.find("ask")) {
      Asked asked = dialogue.ask(filled(*requests, known), step.flag("sealed"));
      if (asked.instead) return std::move(*asked.instead);
      for (auto& [key, answer] : *asked.answers.fields()) known.set(key, std::move(answer));
    } else if (const std::string& task = step.text("task"); !task.empty()) {
      if (dialogue.caller().has_extension(kTasks))
        return stage.tasks.start(dialogue.caller(), [&fixture, known, stage, at](Dialogue& within) {
          return play(fixture, known, within, stage, at + 1);
        });
      if (task == "required") return missing_tasks();
    } else if (!take_step(step, known, dialogue, stage)) {
      return Refusal{kInternalError, "it was stopped"};
    }
  }
  if (const Json* error = fixture.find("error"))
    return Refusal{kInternalError, error->text("message")};
  return filled(fixture["result"], known);
}

}  // namespace

Json Fixtures::read() { return read_json(fixtures_data::files().front().text); }

void Fixtures::list(std::string_view key, Json& items) const {
  for (const auto& item : all_[key].each()) items.add(item["listed"]);
}

const Json* Fixtures::find(std::string_view key, std::string_view name, Json& known) const {
  for (const auto& item : all_[key].each())
    if (item["listed"].text(key_of(key)) == name) return &item;
  if (key != "resources") return nullptr;
  for (const auto& item : all_["resourceTemplates"].each()) {
    const std::string& pattern = item["listed"].text("uriTemplate");
    const auto value = matched(name, pattern);
    if (!value) continue;
    known.set(pattern.substr(pattern.find('{') + 1, pattern.find('}') - pattern.find('{') - 1),
              *value);
    return &item;
  }
  return nullptr;
}

const Json* Fixtures::completions(std::string_view prompt, std::string_view argument) const {
  Json known;
  const Json* fixture = find("prompts", prompt, known);
  return fixture != nullptr ? (*fixture)["completions"].find(argument) : nullptr;
}

Outcome Fixtures::answer(const Json& item, Json known, Dialogue& dialogue, Tasks& tasks,
                         Feed& feed) const {
  return play(item, std::move(known), dialogue, {tasks, feed});
}

}  // namespace dossier::mcp
