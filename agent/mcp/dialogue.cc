#include "agent/mcp/dialogue.h"

#include <array>

namespace dossier::mcp {
namespace {

constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

std::string_view capability_for(std::string_view method) {
  return method == "elicitation/create"       ? "elicitation"
         : method == "sampling/createMessage" ? "sampling"
                                              : "roots";
}

bool can_answer(const Json& request, const Caller& caller) {
  const auto capability = capability_for(request.text("method"));
  return capability == "elicitation" ? caller.can_elicit() : caller.can(capability);
}

}  // namespace

std::string_view name_of(Level level) { return kLevels[static_cast<size_t>(level)]; }

std::optional<Level> level_called(std::string_view name) {
  for (size_t i = 0; i < kLevels.size(); ++i)
    if (kLevels[i] == name) return static_cast<Level>(i);
  return std::nullopt;
}

Json answerable(const Json& requests, const Caller& caller) {
  Json out = Json::object();
  for (const auto& [key, request] : *requests.fields())
    if (can_answer(request, caller)) out.set(key, request);
  return out;
}

Refusal missing_capabilities(const Json& requests) {
  Json needed = Json::object();
  for (const auto& [key, request] : *requests.fields())
    needed.set(capability_for(request.text("method")), Json::object());
  return {kMissingCapability, "the client has to be capable of being asked",
          Json::object({{"requiredCapabilities", std::move(needed)}})};
}

Refusal missing_tasks() {
  return {
      kMissingCapability, "the client has to know about tasks",
      Json::object({{"requiredCapabilities",
                     Json::object({{"extensions",
                                    Json::object({{std::string(kTasks), Json::object()}})}})}})};
}

bool is_answer(const Json& request, const Json& answer) {
  if (answer.fields() == nullptr) return false;
  if (request.text("method") != "elicitation/create") return true;
  const std::string& action = answer.text("action");
  return action == "accept" || action == "decline" || action == "cancel";
}

Json elicitation(std::string message, Json schema) {
  return Json::object({{"method", "elicitation/create"},
                       {"params", Json::object({{"mode", "form"},
                                                {"message", std::move(message)},
                                                {"requestedSchema", std::move(schema)}})}});
}

}  // namespace dossier::mcp
