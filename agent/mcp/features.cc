// What a server has beside tools: resources and who hears of their changes, prompts, completion,
// tasks.
#include <algorithm>

#include "agent/mcp/call.h"
#include "agent/mcp/completion.h"
#include "agent/mcp/prompts.h"
#include "agent/mcp/resources.h"

namespace dossier::mcp {
namespace {

// What never changes.
constexpr Freshness kForGood{3'600'000, false};

}  // namespace

Outcome Server::list_resources(Call& call) {
  return page("resources", shown_list("resources", listed_resources(*call.lend())), call.params);
}

Outcome Server::list_templates(Call& call) {
  return page("resourceTemplates", shown_list("resourceTemplates", resource_templates()),
              call.params);
}

Outcome Server::read_resource(Call& call) {
  const std::string* uri = text_in(call.params, "uri");
  if (uri == nullptr) return needs("the uri of a resource");
  Json known = Json::object();
  if (extras_ != nullptr)
    if (const Json* extra = extras_->find("resources", *uri, known))
      return extras_->answer(*extra, std::move(known), call.dialogue, tasks_, feed_);
  const auto place = call.lend();
  bool is_fixed = false;
  Outcome out =
      mcp::read_resource(*uri,
                         {*place, call.caller,
                          [&](const ToolCall& wanted) {
                            return call.connection.recording.call(*place, call.caller, wanted);
                          }},
                         is_fixed);
  if (is_fixed) call.freshness = kForGood;
  return out;
}

Outcome Server::subscribe(Call& call) {
  const std::string* uri = text_in(call.params, "uri");
  if (uri == nullptr || uri->size() > kPeerBounds.name_bytes)
    return needs("the uri of a resource, which is short");
  bool is_full = false;
  feed_.change(call.connection.subscription, [&](Filter& filter) {
    is_full = filter.uris.size() >= Filter::kMostNamed;
    if (!is_full) filter.uris.insert(*uri);
  });
  if (is_full) return Refusal{kInvalidParams, "too many resources are subscribed to"};
  return Json::object();
}

Outcome Server::unsubscribe(Call& call) {
  const std::string* uri = text_in(call.params, "uri");
  if (uri == nullptr) return needs("the uri of a resource");
  feed_.change(call.connection.subscription, [&](Filter& filter) { filter.uris.erase(*uri); });
  return Json::object();
}

Outcome Server::listen(Call& call) {
  auto read = Filter::read(call.params["notifications"]);
  if (auto* refusal = std::get_if<Refusal>(&read)) return std::move(*refusal);
  Filter filter = std::get<Filter>(std::move(read));
  if (!filter.tasks.empty() && !call.caller.has_extension(kTasks)) return missing_tasks();
  if (call.means.outlet == nullptr)
    return Refusal{kInvalidRequest, "a subscription needs a stream: accept text/event-stream"};
  if (extras_ == nullptr) filter.tools = filter.prompts = false;
  std::erase_if(filter.tasks, [this](const auto& id) { return !tasks_.knows(id); });
  const Json& id = call.request.id;
  const std::string greeting = notification_text(
      "notifications/subscriptions/acknowledged",
      Json::object({{"_meta", Json::object({{std::string(kMetaSubscription), id}})},
                    {"notifications", filter.text()}}));
  const int64_t subscription = feed_.add(id, std::move(filter), call.means.outlet, greeting);
  if (subscription == 0) return Refusal{kInternalError, "too many subscriptions"};
  return Listening{subscription};
}

Outcome Server::list_prompts(Call& call) {
  return page("prompts", shown_list("prompts", listed_prompts()), call.params);
}

Outcome Server::get_prompt(Call& call) {
  const std::string* name = text_in(call.params, "name");
  if (name == nullptr) return needs("the name of a prompt");
  const Json* given = call.params.find("arguments");
  if (given != nullptr && given->fields() == nullptr)
    return Refusal{kInvalidParams, "arguments is an object"};
  Json arguments = given != nullptr ? *given : Json::object();
  if (extras_ != nullptr)
    if (const Json* extra = extras_->find("prompts", *name, arguments)) {
      if (auto why = refusal_of((*extra)["listed"], arguments)) return *why;
      return extras_->answer(*extra, std::move(arguments), call.dialogue, tasks_, feed_);
    }
  if (auto prompt = mcp::get_prompt(*name, arguments)) return std::move(*prompt);
  return Refusal{kInvalidParams, "Unknown prompt: " + client_word(*name)};
}

Outcome Server::complete(Call& call) {
  const Json& ref = call.params["ref"];
  const std::string* argument = text_in(call.params["argument"], "name");
  const std::string* value = text_in(call.params["argument"], "value");
  const bool is_prompt = ref.text("type") == "ref/prompt";
  if ((!is_prompt && ref.text("type") != "ref/resource") || argument == nullptr ||
      value == nullptr || value->size() > kPeerBounds.name_bytes)
    return needs("a ref to a prompt or a resource, and an argument with a short value");
  const Json* extra =
      extras_ != nullptr && is_prompt ? extras_->completions(ref.text("name"), *argument) : nullptr;
  if (extra != nullptr) {
    std::vector<std::string> candidates;
    for (const auto& one : extra->each()) candidates.push_back(*one.string());
    return Json::object({{"completion", completion(candidates, *value)}});
  }
  const std::string& wanted = is_prompt ? ref.text("name") : ref.text("uri");
  const Json known = is_prompt ? shown_list("prompts", listed_prompts())
                               : shown_list("resourceTemplates", resource_templates());
  if (std::none_of(known.each().begin(), known.each().end(), [&](const Json& one) {
        return one.text(is_prompt ? "name" : "uriTemplate") == wanted;
      }))
    return Refusal{kInvalidParams, "there is nothing to complete of " + client_word(wanted)};
  return Json::object({{"completion", completion(*call.lend(), *argument, *value,
                                                 call.params["context"]["arguments"])}});
}

Outcome Server::get_task(Call& call) {
  if (!call.caller.has_extension(kTasks)) return missing_tasks();
  return tasks_.get(call.params.text("taskId"));
}

Outcome Server::update_task(Call& call) {
  if (!call.caller.has_extension(kTasks)) return missing_tasks();
  const Json* answers = call.params.find("inputResponses");
  if (answers == nullptr || answers->fields() == nullptr)
    return needs("inputResponses, which is an object");
  return tasks_.update(call.params.text("taskId"), *answers);
}

Outcome Server::cancel_task(Call& call) {
  if (!call.caller.has_extension(kTasks)) return missing_tasks();
  return tasks_.cancel(call.params.text("taskId"));
}

}  // namespace dossier::mcp
