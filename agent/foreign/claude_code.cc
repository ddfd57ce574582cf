// Claude Code's JSON lines: {type, uuid, parentUuid, sessionId, isSidechain, timestamp, message}.
// A reply arrives as a line for each of its parts, all under one message id and each with the whole
// usage, which counts once. A task that a sub-agent ran is a session of its own.
#include <set>

#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

class Reader {
 public:
  Reader(Foreign& out, int64_t at) : out_(out), at_(at) {}

  void line(const Json& line) {
    const std::string& type = line.text("type");
    const Json* message = line.find("message");
    if (type != "user" && type != "assistant" && type != "system") {
      ++out_.lost[type.empty() ? "lines without a type" : "lines of type " + type];
      return;
    }
    Recorder& recorder = recorder_of(line);
    recorder.at(line.find("timestamp"));
    recorder.folder(line.text("cwd"));
    if (type == "system") {
      recorder.say(Role::system, recorder.text_in(line.find("content")));
    } else if (message == nullptr || message->fields() == nullptr) {
      ++out_.lost["lines without a message"];
    } else if (type == "user") {
      seen(recorder, line.find("toolUseResult"));
      said(recorder, *message);
    } else {
      replied(recorder, *message, recorder.dollars(line, "costUSD"));
    }
  }

  void finish() {
    for (const auto& id : order_) {
      Recorder& recorder = recorders_.at(id);
      if (!recorder.empty()) out_.sessions.push_back(recorder.take());
    }
  }

 private:
  // Which session a line belongs to: its own, or the side of it that its parent belongs to.
  Recorder& recorder_of(const Json& line) {
    const std::string& session = line.text("sessionId");
    const std::string &uuid = line.text("uuid"), &parent = line.text("parentUuid");
    std::string id = session.empty() ? "unnamed" : session;
    std::string side;
    if (!line.text("agentId").empty()) {
      side = line.text("agentId");
    } else if (line.flag("isSidechain")) {
      const auto known = sides_.find(parent);
      side = known != sides_.end() ? known->second : uuid;
      sides_[uuid] = side;
    }
    const std::string main = "claude_code:" + id;
    if (!side.empty()) id += "/" + side;
    auto found = recorders_.find(id);
    if (found == recorders_.end()) {
      found = recorders_.emplace(id, Recorder("claude_code", id, out_.lost, at_)).first;
      if (!side.empty()) found->second.parent(main);
      order_.push_back(id);
    }
    return found->second;
  }

  // What a tool's result says of a file beside its text: what it holds, or held before an edit.
  static void seen(Recorder& recorder, const Json* result) {
    if (result == nullptr || result->fields() == nullptr) return;
    if (const Json* file = result->find("file")) {
      const bool whole = file->number("startLine", 1) == 1 &&
                         file->number("numLines") == file->number("totalLines", -1);
      if (const Json* content = file->find("content");
          whole && content != nullptr && content->string() != nullptr)
        recorder.holds(file->text("filePath"), *content->string());
      return;
    }
    const std::string& path = result->text("filePath");
    const Json* before = result->find("originalFile");
    if (path.empty()) return;
    if (before != nullptr && before->string() != nullptr)
      recorder.holds(path, *before->string());
    else if (result->text("type") == "create")
      recorder.holds(path, std::nullopt);
  }

  void said(Recorder& recorder, const Json& message) {
    const Json* content = message.find("content");
    if (content == nullptr || content->items() == nullptr)
      return recorder.say(Role::user, recorder.text_in(content));
    Json rest = Json::array();
    for (const auto& part : *content->items()) {
      if (part.text("type") != "tool_result") {
        rest.add(part);
        continue;
      }
      const Json* value = part.find("content");
      recorder.result(part.text("tool_use_id"), !part.flag("is_error"),
                      Json(recorder.text_in(value)));
    }
    recorder.say(Role::user, recorder.text_in(&rest));
  }

  void replied(Recorder& recorder, const Json& message, double cost) {
    std::vector<ToolCall> calls;
    std::string reasoning;
    Json rest = Json::array();
    const Json* content = message.find("content");
    if (content != nullptr && content->string() != nullptr) rest.add(*content);
    if (content != nullptr && content->items() != nullptr)
      for (const auto& part : *content->items()) {
        const Json* input = part.find("input");
        if (part.text("type") == "tool_use")
          calls.push_back({part.text("id"), part.text("name"), input ? *input : Json::object()});
        else if (part.text("type") == "thinking")
          reasoning += part.text("thinking");
        else
          rest.add(part);
      }
    Usage usage;
    const std::string& id = message.text("id");
    if (const Json* counts = message.find("usage"); counts != nullptr && counted_.insert(id).second)
      usage = {of_all({recorder.tokens(*counts, "input_tokens"),
                       recorder.tokens(*counts, "cache_read_input_tokens"),
                       recorder.tokens(*counts, "cache_creation_input_tokens")}),
               recorder.tokens(*counts, "output_tokens")};
    recorder.model(message.text("model"));
    recorder.reply(recorder.text_in(&rest), std::move(calls), usage, reasoning, cost);
  }

  Foreign& out_;
  int64_t at_;
  std::map<std::string, Recorder> recorders_;
  std::vector<std::string> order_;
  std::map<std::string, std::string> sides_;  // uuid → the side it belongs to
  std::set<std::string> counted_;
};

}  // namespace

Foreign read_claude_code(const std::vector<Json>& lines, Lost lost, int64_t at) {
  Foreign out{"claude_code", {}, std::move(lost)};
  Reader reader(out, at);
  for (const auto& line : lines) reader.line(line);
  reader.finish();
  return out;
}

}  // namespace dossier::foreign
