#include "agent/mcp/request_dialogue.h"

#include "engine/digest.h"

namespace dossier::mcp {
namespace {

// A person may take so long to answer.
constexpr int64_t kAnswerMs = 600'000;
// Of the answers so far, which the client carries for us.
constexpr size_t kMostState = 64 << 10;

Refusal wrong_state() {
  return {kInvalidParams, "requestState is not one of this request, or it is too old"};
}

}  // namespace

RequestDialogue::RequestDialogue(Parts parts) : parts_(std::move(parts)), level_(parts_.level) {
  if (!parts_.caller.is_modern()) return;
  level_ = level_called(parts_.request.params["_meta"].text(kMetaLogLevel));
  read_answers();
}

// What the answers are about: nobody else's, and no other request.
std::string RequestDialogue::subject() const {
  const Json& params = parts_.request.params;
  const Digest digest =
      sha256({parts_.request.method, "\n", parts_.caller.client, "\n", params.text("name"), "\n",
              params.text("uri"), "\n", params["arguments"].dump()});
  return hex(bytes_of(digest));
}

void RequestDialogue::read_answers() {
  const Json& params = parts_.request.params;
  if (const Json* state = params.find("requestState")) {
    const auto known =
        state->string() != nullptr ? parts_.seal.open(*state->string()) : std::nullopt;
    if (!known || known->text("for") != subject() ||
        known->number("until") < system_clock().now_ms()) {
      refusal_ = wrong_state();
      return;
    }
    // Answers count once; who comes again with the same is asked again.
    if (!parts_.seal.spend(*state->string(), system_clock().now_ms(), known->number("until")))
      return;
    answers_ = (*known)["answers"];
    is_sealed_ = true;
  }
  const Json* given = params.find("inputResponses");
  if (given == nullptr) return;
  if (given->fields() == nullptr) {
    refusal_ = Refusal{kInvalidParams, "inputResponses is an object"};
    return;
  }
  for (const auto& [key, answer] : *given->fields()) answers_.set(key, answer);
}

void RequestDialogue::progress(double done, double total, std::string_view message) {
  const Json& token = parts_.request.params["_meta"]["progressToken"];
  if (parts_.outlet == nullptr || done <= done_ ||
      (token.string() == nullptr && token.integer() == nullptr))
    return;
  done_ = done;
  Json params = Json::object({{"progressToken", token}, {"progress", done}});
  if (total >= 0) params.set("total", total);
  if (!message.empty()) params.set("message", message);
  parts_.outlet->send(notification_text("notifications/progress", std::move(params)));
}

void RequestDialogue::log(Level level, std::string_view text) {
  if (parts_.outlet == nullptr || !level_ || level < *level_) return;
  parts_.outlet->send(notification_text(
      "notifications/message",
      Json::object({{"level", name_of(level)}, {"logger", "dossier"}, {"data", text}})));
}

void RequestDialogue::hang_up() {
  if (parts_.outlet != nullptr) parts_.outlet->hang_up();
}

Asked RequestDialogue::ask(const Json& requests, bool is_sealed) {
  const Json can = answerable(requests, parts_.caller);
  if (can.fields()->empty() || (!parts_.caller.is_modern() && parts_.outlet == nullptr))
    return {{}, missing_capabilities(requests)};
  return parts_.caller.is_modern() ? ask_again(can, is_sealed) : ask_now(can);
}

Asked RequestDialogue::ask_again(const Json& requests, bool is_sealed) {
  Asked out;
  Json missing = Json::object();
  for (const auto& [key, request] : *requests.fields()) {
    const Json& answer = answers_[key];
    if ((is_sealed && !is_sealed_) || !is_answer(request, answer)) {
      missing.set(key, request);
      continue;
    }
    out.answers.set(key, answer);
    asked_.set(key, answer);
  }
  if (missing.fields()->empty()) return out;
  Json result = Json::object({{"resultType", "input_required"}, {"inputRequests", missing}});
  if (is_sealed) {
    if (asked_.dump().size() > kMostState)
      return {{}, Refusal{kInvalidParams, "the answers are too long"}};
    result.set("requestState",
               parts_.seal.close(Json::object({{"for", subject()},
                                               {"until", system_clock().now_ms() + kAnswerMs},
                                               {"answers", asked_}})));
  }
  return {{}, std::move(result)};
}

Asked RequestDialogue::ask_now(const Json& requests) {
  Asked out;
  for (const auto& [key, request] : *requests.fields()) {
    const int64_t id = parts_.replies.open();
    Json params = request["params"];
    // Which form a question has is not said before 2025-11-25, and left out means this one.
    if (auto* fields = params.fields())
      std::erase_if(*fields, [](const auto& field) { return field.first == "mode"; });
    const bool sent = parts_.outlet->send(request_text(id, request.text("method"), params));
    const Json reply = parts_.replies.await(id, parts_.stop, sent ? Replies::kPatienceMs : 0);
    if (const Json* error = reply.find("error"))
      return {{}, Refusal{kInternalError, "the client did not answer: " + error->text("message")}};
    if (!is_answer(request, reply["result"]))
      return {{}, Refusal{kInternalError, "the client did not answer what it was asked"}};
    out.answers.set(key, reply["result"]);
  }
  return out;
}

}  // namespace dossier::mcp
