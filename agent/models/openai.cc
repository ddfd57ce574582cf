// Chat completions as OpenAI, Ollama, llama.cpp, vLLM and Poe speak them: streaming, with native
// tool calls. A server that answers without streaming is understood too.
#include "agent/models/providers.h"
#include "agent/models/stream.h"

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

std::string openai_body(const std::string& name, const ModelRequest& request) {
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

void merge(const Json& delta, Gathering& into) {
  into.add_text(delta.text("content"));
  int64_t position = 0;
  for (const auto& call : delta["tool_calls"].each()) {
    PartialCall& part = into.calls[call.number("index", position++)];
    if (part.id.empty()) into.set_id(part, call.text("id"));
    if (const Json* function = call.find("function")) {
      into.add_name(part, function->text("name"));
      // As text, which is the rule, or as the object itself.
      const Json& arguments = (*function)["arguments"];
      into.add_arguments(part, arguments.fields() ? arguments.dump() : function->text("arguments"));
    }
  }
}

// One chunk, or a whole completion.
std::string take_openai(const Json& json, Gathering& into) {
  if (const Json* error = json.find("error"); error != nullptr && !error->is_null())
    return error->string() ? *error->string() : error->text("message");
  if (const Json& usage = json["usage"]; usage.fields() != nullptr)
    into.reply.usage = {usage.number("prompt_tokens", -1), usage.number("completion_tokens", -1)};
  const auto choices = json["choices"].each();
  if (choices.empty()) return {};
  const Json& choice = choices.front();
  const Json* delta = choice.find("delta");
  if (delta == nullptr) delta = choice.find("message");
  if (delta != nullptr) merge(*delta, into);
  const std::string& reason = choice.text("finish_reason");
  if (!reason.empty()) into.finished = true;
  if (reason == "length") into.reply.is_cut = true;
  return {};
}

class OpenAi final : public Model {
 public:
  OpenAi(Provider provider, ModelSettings settings)
      : provider_(std::move(provider)), settings_(std::move(settings)) {}

  std::string name() const override { return provider_.specification; }
  bool native_calls() const override { return true; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token stop) override {
    HttpPost call{
        provider_.url + "/chat/completions", {}, openai_body(provider_.model, request), 0};
    if (!provider_.key.empty())
      call.headers.emplace_back("Authorization", "Bearer " + provider_.key);
    return streamed(within(settings_, request), std::move(call), provider_.key, take_openai,
                    listener, stop);
  }

 private:
  Provider provider_;
  ModelSettings settings_;
};

}  // namespace

std::unique_ptr<Model> openai(Provider provider, const ModelSettings& settings) {
  return std::make_unique<OpenAi>(std::move(provider), settings);
}

}  // namespace dossier::models
