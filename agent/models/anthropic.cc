// Anthropic's messages: streaming, with tool use. The stream's event types and the shapes of their
// data are those of API version 2023-06-01.
#include "agent/models/providers.h"
#include "agent/models/stream.h"

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

void note_end(const Json& told, Gathering& into) {
  const std::string& reason = told.text("stop_reason");
  if (reason == "max_tokens" || reason == "model_context_window_exceeded") into.reply.is_cut = true;
}

void count(const Json& usage, Gathering& into) {
  into.reply.usage.in = usage.number("input_tokens", into.reply.usage.in);
  into.reply.usage.out = usage.number("output_tokens", into.reply.usage.out);
}

void merge(int64_t index, const Json& delta, Gathering& into) {
  if (delta.text("type") == "text_delta") into.add_text(delta.text("text"));
  if (delta.text("type") == "input_json_delta")
    into.add_arguments(into.calls[index], delta.text("partial_json"));
}

PartialCall& begin_call(int64_t index, const Json& block, Gathering& into) {
  PartialCall& call = into.calls[index] = {};
  into.set_id(call, block.text("id"));
  into.add_name(call, block.text("name"));
  return call;
}

// A server that does not stream answers with the message itself.
void take_whole(const Json& json, Gathering& into) {
  count(json["usage"], into);
  note_end(json, into);
  for (const auto& block : json["content"].each()) {
    if (block.text("type") == "text") into.add_text(block.text("text"));
    if (block.text("type") != "tool_use") continue;
    PartialCall& call = begin_call(static_cast<int64_t>(into.calls.size()), block, into);
    if (const Json* input = block.find("input")) into.add_arguments(call, input->dump());
  }
  into.finished = true;
}

// One event's data.
std::string take(const Json& json, Gathering& into) {
  const std::string& type = json.text("type");
  if (type == "error") {
    const Json* error = json.find("error");
    return error != nullptr ? error->text("message") : "the stream reports an error";
  }
  if (type == "message_start") {
    count(json["message"]["usage"], into);
  } else if (type == "content_block_start") {
    if (const Json& block = json["content_block"]; block.text("type") == "tool_use")
      begin_call(json.number("index"), block, into);
  } else if (type == "content_block_delta") {
    merge(json.number("index"), json["delta"], into);
  } else if (type == "message_delta") {
    count(json["usage"], into);
    note_end(json["delta"], into);
  } else if (type == "message_stop") {
    into.finished = into.ended = true;
  } else if (type == "message") {
    take_whole(json, into);
  }
  return {};
}

class Anthropic final : public Model {
 public:
  Anthropic(Provider provider, ModelSettings settings)
      : provider_(std::move(provider)), settings_(std::move(settings)) {}

  std::string name() const override { return provider_.specification; }
  bool native_calls() const override { return true; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token stop) override {
    return streamed(within(settings_, request),
                    {provider_.url + "/v1/messages",
                     {{"x-api-key", provider_.key}, {"anthropic-version", "2023-06-01"}},
                     body_of(provider_.model, request),
                     0},
                    provider_.key, take, listener, stop);
  }

 private:
  Provider provider_;
  ModelSettings settings_;
};

}  // namespace

std::unique_ptr<Model> anthropic(Provider provider, const ModelSettings& settings) {
  return std::make_unique<Anthropic>(std::move(provider), settings);
}

}  // namespace dossier::models
