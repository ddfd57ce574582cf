// SWE-agent's .traj ({trajectory:[{response, thought, action, observation}], history, info}) and
// mini-swe-agent's .traj.json (a chat's messages, bare or under "messages").
#include <algorithm>
#include <charconv>
#include <optional>

#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

// What stood before the first step: the task and how it was put. Demonstrations of other tasks are
// no part of what happened here.
void preamble(Recorder& recorder, const Json& history, Lost& lost) {
  Json before = Json::array();
  for (const auto& message : history.each()) {
    if (message.flag("is_demo")) {
      ++lost["messages of a demonstration"];
      continue;
    }
    if (message.text("role") == "assistant") break;
    before.add(message);
  }
  record_messages(recorder, before, lost);
}

// What a step left: an object, or a text that is one.
Json state_of(const Json& step) {
  const Json& state = step["state"];
  return state.fields() != nullptr ? state : object_in(state);
}

// Whether the editor says that it did what it was asked to.
bool was_edited(const std::string& command, const std::string& observation) {
  const auto says = [&](std::string_view words) {
    return observation.find(words) != observation.npos;
  };
  if (says("have NOT been applied") || says("was not applied")) return false;
  if (command == "create") return says("[File: ");
  if (command == "insert") return says("[File: ");
  if (command == "edit") return says("File updated") || says("Text replaced") || says("Replaced ");
  return says("successfully") || says("has been edited");
}

// The words of an action's command, without quotes.
std::vector<std::string> words_of_action(std::string_view action) {
  std::vector<std::string> out;
  bool inside = false;  // a word
  char quote = '\0';
  for (size_t at = 0; at < action.size(); ++at) {
    const char c = action[at], next = at + 1 < action.size() ? action[at + 1] : '\0';
    const bool escapes =
        c == '\\' && (quote == '\0' || (quote == '"' && std::string_view("\"\\$`").find(next) !=
                                                            std::string_view::npos));
    const bool ends =
        quote == '\0' && std::string_view(" \t\n;&|<>").find(c) != std::string_view::npos;
    if (ends) {
      inside = false;
      if (c != ' ' && c != '\t') break;
      continue;
    }
    if (!inside) out.emplace_back();
    inside = true;
    if (quote == '\0' && (c == '\'' || c == '"'))
      quote = c;
    else if (c == quote)
      quote = '\0';
    else if (!escapes)
      out.back() += c;
    else if (++at < action.size() && next != '\n')
      out.back() += next;
  }
  return out;
}

// The text between a command's line and "end_of_edit".
std::string block_of(const std::string& action) {
  const size_t line = action.find('\n');
  if (line == action.npos) return {};
  const size_t end = action.rfind("\nend_of_edit");
  return action.substr(line + 1,
                       (end == action.npos || end < line ? action.size() : end + 1) - (line + 1));
}

// "12:14" or "12 14".
bool range_in(const std::string& text, int64_t& first, int64_t& last) {
  const char* end = text.data() + text.size();
  const auto [colon, error] = std::from_chars(text.data(), end, first);
  if (error != std::errc() || colon == end) return false;
  const auto [at, second] = std::from_chars(colon + 1, end, last);
  first = line_number(first);
  last = line_number(last);
  return second == std::errc() && at == end && first > 0;
}

// SWE-agent's own commands: windows of a file are shown, and lines, or texts within them, replaced.
class Steps {
 public:
  explicit Steps(Recorder& recorder) : recorder_(recorder) {}

  void take(const Json& step, const std::string& id) {
    const std::string& action = step.text("action");
    const std::string& observation = step.text("observation");
    const Json state = state_of(step);
    recorder_.in(working_);
    const auto words = words_of_action(action);
    const std::string command = words.empty() ? "" : words[0];
    if (command == "set_cursors" && words.size() == 3)
      cursors_ = range_in(words[1] + ":" + words[2], first_, last_);
    std::vector<Change> changes;
    if (was_edited(command, observation)) changes = changes_of(command, words, action, state);
    recorder_.result(id, true, Json(observation), {}, changes);
    working_ = state.text("working_dir").empty() ? working_ : state.text("working_dir");
    recorder_.in(working_);
  }
  void begins_in(const std::string& folder) { working_ = folder; }

 private:
  std::vector<Change> changes_of(const std::string& command, const std::vector<std::string>& words,
                                 const std::string& action, const Json& state) {
    const std::string& open = state.text("open_file");
    Change change;
    change.path = open;
    if (command == "create" && words.size() > 1) {
      cursors_ = true;
      first_ = last_ = 1;
      return {{Change::create, words[1], "\n", {}, 0, 0, {}}};
    }
    if (command == "insert" && words.size() > 1) {
      std::string text = words[1];
      if (text.ends_with('\n')) text.pop_back();
      change.text = text + "\n";
      change.kind = Change::insert;
      if (words.size() > 2) {
        const char* end = words[2].data() + words[2].size();
        std::from_chars(words[2].data(), end, change.first);
        change.first = line_number(change.first);
      } else {
        change.kind = Change::append;
        change.text = text;
      }
      return {change};
    }
    if (command == "edit") return edited(words, action, std::move(change));
    if (command == "str_replace_editor") return of_editor(words);
    return {};
  }

  std::vector<Change> edited(const std::vector<std::string>& words, const std::string& action,
                             Change change) {
    change.kind = Change::lines;
    if (words.size() > 1 && range_in(words[1], change.first, change.last)) {
      change.text = block_of(action);
    } else if (words.size() == 1 && cursors_) {
      change.first = first_;
      change.last = last_;
      change.text = block_of(action);
      last_ = first_ + static_cast<int64_t>(lines_of(change.text).size()) - 1;
    } else if (words.size() > 2) {
      change.old = words[1];
      change.text = words[2];
      change.kind = words.size() > 3 ? Change::replace_all : Change::replace;
    } else {
      return {};
    }
    return {change};
  }

  // "str_replace_editor str_replace PATH --old_str '…' --new_str '…'"
  static std::vector<Change> of_editor(const std::vector<std::string>& words) {
    Json input = Json::object();
    if (words.size() > 2) input.set("command", words[1]).set("path", words[2]);
    for (size_t i = 3; i + 1 < words.size(); i += 2) {
      if (!words[i].starts_with("--")) break;
      const std::string name = words[i].substr(2);
      int64_t number = 0;
      const char* end = words[i + 1].data() + words[i + 1].size();
      if (name == "insert_line" &&
          std::from_chars(words[i + 1].data(), end, number).ec == std::errc())
        input.set(name, number);
      else
        input.set(name, words[i + 1]);
    }
    return changes_in({{}, "str_replace_editor", std::move(input)});
  }

  Recorder& recorder_;
  std::string working_;
  bool cursors_ = false;
  int64_t first_ = 0, last_ = 0;  // where the cursors stand
};

void steps(Recorder& recorder, const Json& trajectory, const std::string& folder) {
  Steps taken(recorder);
  taken.begins_in(folder);
  int64_t number = 0;
  for (const auto& step : trajectory.each()) {
    const std::string id = "step-" + std::to_string(++number);
    const std::string& action = step.text("action");
    std::vector<ToolCall> calls;
    if (!action.empty()) calls.push_back({id, "run", Json::object({{"command", action}})});
    recorder.reply({step.text("response").empty() ? step.text("thought") : step.text("response"),
                    std::move(calls)});
    if (!action.empty()) taken.take(step, id);
  }
}

// The counts of a trajectory's end.
void end(Recorder& recorder, const Json& file) {
  const Json* info = file.find("info");
  if (info == nullptr || recorder.empty()) return;
  const std::string& status = info->text("exit_status");
  if (status.empty()) return;
  if (const Json* stats = info->find("model_stats")) {
    const int64_t in = recorder.tokens(*stats, "tokens_sent"),
                  out = recorder.tokens(*stats, "tokens_received");
    recorder.spent({in > 0 ? in : -1, out > 0 ? out : -1},
                   recorder.dollars(*stats, "instance_cost"));
  }
  recorder.ended("done", status, info->text("submission"));
}

// The one command of a reply of mini-swe-agent; "" where there is none, or several, which it
// refuses.
std::string command_in(std::string_view reply) {
  constexpr std::string_view kFences[] = {"```mswea_bash_command", "```bash"}, kEnd = "\n```";
  std::string found;
  size_t count = 0;
  for (size_t at = reply.find("```"); at != reply.npos;) {
    const std::string_view rest = reply.substr(at);
    const size_t line = rest.find('\n');
    const bool is_command =
        std::any_of(std::begin(kFences), std::end(kFences), [&](std::string_view fence) {
          return rest.starts_with(fence) && line != rest.npos &&
                 rest.substr(fence.size(), line - fence.size()).find_first_not_of(" \t\r") ==
                     rest.npos;
        });
    const size_t end = line == rest.npos ? rest.npos : rest.find(kEnd, line);
    if (is_command && end != rest.npos) {
      found = end > line ? rest.substr(line + 1, end - line - 1) : std::string_view();
      ++count;
    }
    at = reply.find("```", at + (is_command && end != rest.npos ? end + kEnd.size() : 3));
  }
  return count == 1 ? found : std::string();
}

// A chat whose replies hold a command each and whose next message of the user's role is what came
// of it: the code it ended with and its output, that it took too long, or, of the last, the
// submission.
class Commands {
 public:
  Commands(Recorder& recorder, Lost& lost) : recorder_(recorder), lost_(lost) {}

  void take(const Json& message) {
    const std::string& role = message.text("role");
    const bool has_calls = message["tool_calls"].items() != nullptr;
    if (role == "assistant" && !has_calls) {
      recorder_.at(message.find("timestamp"));
      const std::string text = recorder_.text_in(message.find("content"));
      asked_ = command_in(text);
      std::vector<ToolCall> calls;
      if (!asked_.empty())
        calls.push_back({id(++number_), "run", Json::object({{"command", asked_}})});
      return recorder_.reply({text, std::move(calls)});
    }
    if (role == "user" && !asked_.empty()) {
      const std::string text = recorder_.text_in(message.find("content"));
      const auto ok = answers(text);
      asked_.clear();
      if (ok) {
        recorder_.at(message.find("timestamp"));
        return recorder_.result(id(number_), *ok, Json(text));
      }
    }
    record_messages(recorder_, Json(Json::Array{message}), lost_);
  }

 private:
  static std::string id(int64_t number) { return "command-" + std::to_string(number); }

  /// Whether the command went well; nothing if the text does not answer it.
  std::optional<bool> answers(std::string_view text) const {
    constexpr std::string_view kCode = "<returncode>", kOver = "The last command <command>",
                               kSubmit = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";
    text.remove_prefix(std::min(text.find_first_not_of(" \r\n"), text.size()));
    if (text.starts_with(kCode)) {
      text.remove_prefix(kCode.size());
      return text.substr(0, text.find('<')) == "0";
    }
    if (text.starts_with(kOver)) return false;
    if (asked_.find(kSubmit) != asked_.npos) return true;
    return std::nullopt;
  }

  Recorder& recorder_;
  Lost& lost_;
  std::string asked_;  // the command that the next message answers
  int64_t number_ = 0;
};

const Json& first_of(const Json& list) {
  static const Json kNone;
  return list.each().empty() ? kNone : list.each().front();
}

}  // namespace

Foreign read_swe_agent(const Json& file, std::string_view name, int64_t at) {
  Foreign out{"swe_agent", {}, {}};
  const Json &trajectory = file["trajectory"], &history = file["history"];
  const Json& first = first_of(history);
  const bool has_steps = trajectory.items() != nullptr;
  Recorder recorder("swe_agent",
                    id_of(name, has_steps ? Json(Json::Array{first, first_of(trajectory)}) : first),
                    out.lost, at);
  // The environment is a name where no state says which folder the first step was taken in.
  const std::string folder = state_of(first_of(trajectory)).text("working_dir");
  recorder.folder(folder.empty() ? file.text("environment") : folder);
  if (!trajectory.each().empty()) {
    preamble(recorder, history, out.lost);
    steps(recorder, trajectory, folder);
  } else {
    record_messages(recorder, history, out.lost);
  }
  end(recorder, file);
  if (!recorder.empty()) out.sessions.push_back(recorder.take_whole());
  return out;
}

Foreign read_mini_swe_agent(const Json& file, std::string_view name, int64_t at) {
  Foreign out{"mini_swe_agent", {}, {}};
  const Json* messages = file.items() != nullptr ? &file : file.find("messages");
  if (messages == nullptr) return out;
  Recorder recorder("mini_swe_agent", id_of(name, first_of(*messages)), out.lost, at);
  Commands commands(recorder, out.lost);
  for (const auto& message : messages->each()) commands.take(message);
  end(recorder, file);
  if (!recorder.empty()) out.sessions.push_back(recorder.take_whole());
  return out;
}

}  // namespace dossier::foreign
