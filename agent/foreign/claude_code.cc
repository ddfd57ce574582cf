// Claude Code's JSON lines: {type, uuid, parentUuid, sessionId, isSidechain, timestamp, message}.
// A reply arrives as a line for each of its parts, all under one message id, each with the usage
// so far: of each line counts what it adds. A task that a sub-agent ran is a session of its own.
#include "agent/foreign/recorder.h"

namespace dossier::foreign {
namespace {

// What the program itself put among the words of the user: its notes on commands, the output of
// those that ran beside the model, the summary that older messages gave way to.
bool is_of_the_program(const Json& line, const std::string& text) {
  return line.flag("isMeta") || line.flag("isCompactSummary") ||
         text.starts_with("<local-command-") || text.starts_with("<bash-stdout>") ||
         text.starts_with("[Request interrupted by user");
}

// What earlier lines told of a message.
struct Said {
  Usage counted;
  bool has_part = false;  // one that is kept
};

class Reader {
 public:
  Reader(Foreign& out, int64_t at) : out_(out), at_(at) {}

  void line(const Json& line) {
    const std::string& type = line.text("type");
    const Json* message = line.find("message");
    if (type == "custom-title") return recorder_of(line).title(line.text("customTitle"));
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
      said(recorder, line, *message);
    } else if (line.flag("isApiErrorMessage")) {
      recorder.failed(recorder.text_in(message->find("content")));
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

  // What a tool's result says beside its text of what a file held before an edit.
  static void seen(Recorder& recorder, const Json* result) {
    if (result == nullptr || result->fields() == nullptr) return;
    const std::string& path = result->text("filePath");
    if (path.empty()) return;
    const Json* before = result->find("originalFile");
    if (before == nullptr) before = result->find("originalFileContents");  // of MultiEdit
    if (before != nullptr && before->string() != nullptr)
      recorder.holds(path, *before->string());
    else if (result->text("type") == "create")
      recorder.holds(path, std::nullopt);
  }

  static void said(Recorder& recorder, const Json& line, const Json& message) {
    const Json* content = message.find("content");
    if (content == nullptr || content->items() == nullptr)
      return said(recorder, line, recorder.text_in(content));
    Json rest = Json::array();
    bool has_image = false;
    for (const auto& part : content->each()) {
      has_image = has_image || part.text("type") == "image";
      if (part.text("type") != "tool_result") {
        rest.add(part);
        continue;
      }
      const Json* value = part.find("content");
      recorder.result(part.text("tool_use_id"), !part.flag("is_error"),
                      Json(recorder.text_in(value)));
    }
    const std::string text = recorder.text_in(&rest);
    // A turn of an image alone is one, too.
    said(recorder, line, text.empty() && has_image ? "[image]" : text);
  }

  static void said(Recorder& recorder, const Json& line, const std::string& text) {
    const std::string command = typed_command(text);
    if (is_of_the_program(line, text))
      recorder.say(Role::system, text);
    else
      recorder.say(Role::user, command.empty() ? text : command);
  }

  void replied(Recorder& recorder, const Json& message, double cost) {
    std::vector<ToolCall> calls;
    std::string reasoning;
    Json rest = Json::array();
    if (const Json& content = message["content"]; content.string() != nullptr) rest.add(content);
    for (const auto& part : message["content"].each()) {
      const Json* input = part.find("input");
      if (part.text("type") == "tool_use")
        calls.push_back({part.text("id"), part.text("name"), input ? *input : Json::object()});
      else if (part.text("type") == "thinking")
        reasoning += part.text("thinking");
      else
        rest.add(part);
    }
    const std::string& id = message.text("id");
    Said alone;
    Said& said = id.empty() ? alone : said_[id];
    const Json& counts = message["usage"];
    const Usage usage =
        added_to(said.counted, {of_all({recorder.tokens(counts, "input_tokens"),
                                        recorder.tokens(counts, "cache_read_input_tokens"),
                                        recorder.tokens(counts, "cache_creation_input_tokens")}),
                                recorder.tokens(counts, "output_tokens")});
    recorder.model(message.text("model"));
    recorder.reply({recorder.text_in(&rest), std::move(calls), usage, std::move(reasoning), cost,
                    said.has_part});
    said.has_part = said.has_part || recorder.replied_last();
  }

  // What the counts of a further line add to those before it, none where they say the same.
  static Usage added_to(Usage& before, const Usage& now) {
    Usage out;
    for (int64_t Usage::*count : {&Usage::in, &Usage::out}) {
      if (now.*count <= before.*count) continue;
      out.*count = now.*count - std::max<int64_t>(0, before.*count);
      before.*count = now.*count;
    }
    return out;
  }

  Foreign& out_;
  int64_t at_;
  std::map<std::string, Recorder> recorders_;
  std::vector<std::string> order_;
  std::map<std::string, std::string> sides_;  // uuid → the side it belongs to
  std::map<std::string, Said> said_;          // by message id
};

}  // namespace

std::string typed_command(const std::string& text) {
  const auto within = [&](const std::string& tag) -> std::string {
    const std::string opening = "<" + tag + ">";
    const size_t at = text.find(opening), begin = at + opening.size();
    const size_t end = at == text.npos ? at : text.find("</" + tag + ">", begin);
    return end == text.npos ? "" : text.substr(begin, end - begin);
  };
  if (!text.starts_with("<command-")) return {};
  const std::string args = within("command-args");
  return within("command-name") + (args.empty() ? "" : " " + args);
}

Foreign read_claude_code(const std::vector<Json>& lines, Lost lost, int64_t at) {
  Foreign out{"claude_code", {}, std::move(lost)};
  Reader reader(out, at);
  for (const auto& line : lines) reader.line(line);
  reader.finish();
  return out;
}

}  // namespace dossier::foreign
