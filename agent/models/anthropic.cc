// Anthropic's messages: streaming, with tool use. The stream's event types and the shapes of their
// data are those of API version 2023-06-01.
#include <map>

#include "agent/models/http.h"
#include "agent/models/providers.h"
#include "agent/models/sse.h"

namespace dossier::models {
namespace {

Json content_of(const Message& message) {
  Json content = Json::array();
  for (const auto& result : message.results) {
    Json block = Json::object({{"type", "tool_result"},
                               {"tool_use_id", result.call.id},
                               {"content", native_result(result)}});
    if (!result.ok) block.set("is_error", true);
    content.add(std::move(block));
  }
  if (!message.text.empty()) content.add(Json::object({{"type", "text"}, {"text", message.text}}));
  for (const auto& call : message.calls)
    content.add(Json::object(
        {{"type", "tool_use"}, {"id", call.id}, {"name", call.tool}, {"input", call.input}}));
  // The API refuses a message without content.
  if (content.items()->empty())
    content.add(Json::object({{"type", "text"}, {"text", "(nothing)"}}));
  return content;
}

std::string body_of(const std::string& name, const ModelRequest& request) {
  Json messages = Json::array();
  for (const auto& message : request.messages)
    messages.add(Json::object({{"role", message.role == Role::assistant ? "assistant" : "user"},
                               {"content", content_of(message)}}));
  Json body = Json::object({{"model", name}, {"max_tokens", request.max_tokens}});
  if (!request.system.empty()) body.set("system", request.system);
  body.set("messages", std::move(messages)).set("stream", true);
  if (!request.tools.empty()) {
    Json tools = Json::array();
    for (const auto& tool : request.tools)
      tools.add(Json::object(
          {{"name", tool.name}, {"description", tool.description}, {"input_schema", tool.schema}}));
    body.set("tools", std::move(tools));
  }
  return body.dump();
}

class Gathered {
 public:
  explicit Gathered(const ModelListener& listener) : listener_(listener) {}

  /// One event's data; the text of the failure, or "".
  std::string take(const Json& json) {
    const std::string& type = json.text("type");
    if (type == "error") {
      const Json* error = json.find("error");
      return error != nullptr ? error->text("message") : "the stream reports an error";
    }
    if (type == "message_start") {
      if (const Json* message = json.find("message")) usage(message->find("usage"));
    } else if (type == "content_block_start") {
      if (const Json* block = json.find("content_block");
          block && block->text("type") == "tool_use")
        calls_[json.number("index")] = {block->text("id"), block->text("name"), {}};
    } else if (type == "content_block_delta") {
      if (const Json* delta = json.find("delta")) merge(json.number("index"), *delta);
    } else if (type == "message_delta") {
      usage(json.find("usage"));
    } else if (type == "message_stop") {
      finished_ = true;
    } else if (type == "message") {  // a server that does not stream
      whole(json);
    }
    return {};
  }
  bool finished() const { return finished_; }

  ModelReply done(std::string raw) {
    for (auto& [index, part] : calls_)
      reply_.message.calls.push_back({part.id, part.name, arguments_of(part.arguments)});
    reply_.message.role = Role::assistant;
    reply_.raw = std::move(raw);
    return std::move(reply_);
  }

 private:
  struct Part {
    std::string id, name, arguments;
  };

  void usage(const Json* json) {
    if (json == nullptr) return;
    reply_.usage.in = json->number("input_tokens", reply_.usage.in);
    reply_.usage.out = json->number("output_tokens", reply_.usage.out);
  }
  void text(const std::string& piece) {
    reply_.message.text += piece;
    if (listener_ && !piece.empty()) listener_({ModelProgress::piece, piece});
  }
  void merge(int64_t index, const Json& delta) {
    if (delta.text("type") == "text_delta") text(delta.text("text"));
    if (delta.text("type") == "input_json_delta")
      calls_[index].arguments += delta.text("partial_json");
  }
  void whole(const Json& json) {
    usage(json.find("usage"));
    const Json* content = json.find("content");
    if (content != nullptr && content->items() != nullptr)
      for (const auto& block : *content->items()) {
        if (block.text("type") == "text") text(block.text("text"));
        const Json* input = block.find("input");
        if (block.text("type") == "tool_use")
          calls_[static_cast<int64_t>(calls_.size())] = {block.text("id"), block.text("name"),
                                                         input != nullptr ? input->dump() : ""};
      }
    finished_ = true;
  }

  const ModelListener& listener_;
  ModelReply reply_;
  std::map<int64_t, Part> calls_;
  bool finished_ = false;
};

class Anthropic final : public Model {
 public:
  Anthropic(Provider provider, ModelSettings settings)
      : provider_(std::move(provider)), settings_(std::move(settings)) {}

  std::string name() const override { return provider_.specification; }
  bool native_calls() const override { return true; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token stop) override {
    HttpPost call{provider_.url + "/v1/messages",
                  {{"x-api-key", provider_.key}, {"anthropic-version", "2023-06-01"}},
                  body_of(provider_.model, request),
                  0};
    return with_retries(settings_, listener, stop, [&](int64_t timeout_ms) {
      call.timeout_ms = timeout_ms;
      return attempt(call, listener, stop);
    });
  }

 private:
  static Attempt attempt(const HttpPost& call, const ModelListener& listener,
                         const std::stop_token& stop) {
    Gathered gathered(listener);
    EventStream events;
    std::string raw, problem;
    const auto take = [&](const std::string& data) {
      const auto parsed = parse_json(data);
      const Json* json = std::get_if<Json>(&parsed);
      problem = json != nullptr ? gathered.take(*json) : "the stream holds malformed JSON";
    };
    const HttpAnswer answer = post(call, [&](std::string_view bytes) {
      raw += bytes;
      for (const auto& event : events.feed(bytes)) {
        take(event.data);
        if (!problem.empty()) return false;
      }
      return !stop.stop_requested();
    });
    if (answer.status == 200 && answer.content_type.starts_with("application/json")) take(raw);
    if (problem.empty() && answer.status == 200 && gathered.finished())
      return {Attempt::done, gathered.done(std::move(raw)), {}, -1, false};
    Attempt failed = attempt_of(answer);
    if (!problem.empty()) failed.why = problem;
    return failed;
  }

  Provider provider_;
  ModelSettings settings_;
};

}  // namespace

std::unique_ptr<Model> anthropic(Provider provider, const ModelSettings& settings) {
  return std::make_unique<Anthropic>(std::move(provider), settings);
}

}  // namespace dossier::models
