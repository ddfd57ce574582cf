// Chat completions as OpenAI, Ollama, llama.cpp, vLLM and Poe speak them: streaming, with native
// tool calls. A server that answers without streaming is understood too.
#include <map>

#include "agent/models/http.h"
#include "agent/models/providers.h"
#include "agent/models/sse.h"
#include "engine/error.h"

namespace dossier::models {
namespace {

Json function_call(const ToolCall& call) {
  return Json::object(
      {{"id", call.id},
       {"type", "function"},
       {"function", Json::object({{"name", call.tool}, {"arguments", call.input.dump()}})}});
}

void add_message(Json& messages, const Message& message) {
  for (const auto& result : message.results)
    messages.add(Json::object(
        {{"role", "tool"}, {"tool_call_id", result.call.id}, {"content", native_result(result)}}));
  if (message.role == Role::tool) return;
  Json out = Json::object({{"role", name_of(message.role)}, {"content", message.text}});
  if (!message.calls.empty()) {
    Json calls = Json::array();
    for (const auto& call : message.calls) calls.add(function_call(call));
    out.set("tool_calls", std::move(calls));
  }
  messages.add(std::move(out));
}

std::string body_of(const std::string& name, const ModelRequest& request) {
  Json messages = Json::array();
  if (!request.system.empty()) add_message(messages, {Role::system, request.system, {}, {}});
  for (const auto& message : request.messages) add_message(messages, message);
  Json body = Json::object({{"model", name},
                            {"messages", std::move(messages)},
                            {"stream", true},
                            {"stream_options", Json::object({{"include_usage", true}})}});
  if (!request.tools.empty()) {
    Json tools = Json::array();
    for (const auto& tool : request.tools)
      tools.add(Json::object({{"type", "function"},
                              {"function", Json::object({{"name", tool.name},
                                                         {"description", tool.description},
                                                         {"parameters", tool.schema}})}}));
    body.set("tools", std::move(tools));
  }
  return body.dump();
}

// Gathers one reply from its chunks.
class Gathered {
 public:
  explicit Gathered(const ModelListener& listener) : listener_(listener) {}

  /// One chunk, or a whole completion; the text of the failure, or "".
  std::string take(const Json& json) {
    if (const Json* error = json.find("error"); error != nullptr && !error->is_null())
      return error->string() ? *error->string() : error->text("message");
    if (const Json* usage = json.find("usage"); usage != nullptr && usage->fields() != nullptr)
      reply_.usage = {usage->number("prompt_tokens", -1), usage->number("completion_tokens", -1)};
    const Json* choices = json.find("choices");
    if (choices == nullptr || choices->items() == nullptr || choices->items()->empty()) return {};
    const Json& choice = choices->items()->front();
    const Json* delta = choice.find("delta");
    if (delta == nullptr) delta = choice.find("message");
    if (delta != nullptr) merge(*delta);
    if (!choice.text("finish_reason").empty()) finished_ = true;
    return {};
  }
  bool finished() const { return finished_; }
  void finish() { finished_ = true; }

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

  void merge(const Json& delta) {
    const std::string& text = delta.text("content");
    if (!text.empty()) {
      reply_.message.text += text;
      if (listener_) listener_({ModelProgress::piece, text});
    }
    const Json* calls = delta.find("tool_calls");
    if (calls == nullptr || calls->items() == nullptr) return;
    int64_t position = 0;
    for (const auto& call : *calls->items()) {
      Part& part = calls_[call.number("index", position++)];
      if (part.id.empty()) part.id = call.text("id");
      if (const Json* function = call.find("function")) {
        part.name += function->text("name");
        part.arguments += function->text("arguments");
      }
    }
  }

  const ModelListener& listener_;
  ModelReply reply_;
  std::map<int64_t, Part> calls_;
  bool finished_ = false;
};

class OpenAi final : public Model {
 public:
  OpenAi(Provider provider, ModelSettings settings)
      : provider_(std::move(provider)), settings_(std::move(settings)) {}

  std::string name() const override { return provider_.specification; }
  bool native_calls() const override { return true; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token stop) override {
    HttpPost call{provider_.url + "/chat/completions", {}, body_of(provider_.model, request), 0};
    if (!provider_.key.empty())
      call.headers.emplace_back("Authorization", "Bearer " + provider_.key);
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
        if (event.data == "[DONE]") gathered.finish();
        if (event.data != "[DONE]") take(event.data);
        if (!problem.empty()) return false;
      }
      return !stop.stop_requested();
    });
    if (answer.status == 200 && answer.content_type.starts_with("application/json")) take(raw);
    // A stream that ended without its end mark is not a reply, whatever arrived of it.
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

Json arguments_of(const std::string& text) {
  if (text.empty()) return Json::object();
  auto parsed = parse_json(text);
  if (Json* json = std::get_if<Json>(&parsed)) return std::move(*json);
  return text;
}

std::string native_result(const ToolResult& result) {
  Json out = Json::object({{"ok", result.ok}});
  if (result.total >= 0) out.set("total", result.total);
  if (result.returned >= 0) out.set("returned", result.returned);
  out.set("truncated", result.truncated);
  if (!result.cursor.empty()) out.set("cursor", result.cursor);
  return out.set("result", result.result).dump();
}

std::unique_ptr<Model> openai(Provider provider, const ModelSettings& settings) {
  return std::make_unique<OpenAi>(std::move(provider), settings);
}

}  // namespace dossier::models
