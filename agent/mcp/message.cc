#include "agent/mcp/message.h"

#include "agent/bounds.h"
#include "agent/json_texts.h"

namespace dossier::mcp {

// A longer id would be repeated in an answer that nobody asked to be that long.
bool is_id(const Json& value) {
  if (const auto* text = value.string()) return text->size() <= kPeerBounds.name_bytes;
  return value.integer() != nullptr;
}

std::variant<Incoming, Unreadable> read_message(std::string_view text) {
  Json id;
  const auto refuse = [&id](Code code, std::string why) {
    return Unreadable{id, {code, std::move(why)}};
  };
  if (text.size() > kMaxMessageBytes) return Unreadable{id, oversized()};
  auto read = parse_peer_json(text);
  if (const auto* fault = std::get_if<JsonFault>(&read))
    return refuse(kParseError,
                  "not JSON: " + fault->message + " at byte " + std::to_string(fault->offset));
  Json& message = std::get<Json>(read);
  if (message.items() != nullptr)
    return refuse(kInvalidRequest, "batches are not part of the protocol: send one message a time");
  if (message.fields() == nullptr) return refuse(kInvalidRequest, "a message is an object");
  const Json* given = message.find("id");
  if (given != nullptr && is_id(*given)) id = *given;
  if (message.text("jsonrpc") != "2.0")
    return refuse(kInvalidRequest, "a message has \"jsonrpc\": \"2.0\"");
  if (given != nullptr && id.is_null())
    return refuse(kInvalidRequest, "an id is a string of at most " +
                                       std::to_string(kPeerBounds.name_bytes) +
                                       " bytes or an integer");
  const Json* method = message.find("method");
  if (method == nullptr)
    for (const auto* key : {"result", "error"})
      if (const Json* reply = message.find(key))
        return Incoming{Incoming::response, id, {}, {}, Json::object({{key, *reply}})};
  if (method == nullptr || method->string() == nullptr)
    return refuse(kInvalidRequest, "a request has a method, which is a string");
  Incoming out{given != nullptr ? Incoming::request : Incoming::notification, id,
               *method->string()};
  if (Json* params = const_cast<Json*>(message.find("params"))) {
    if (params->fields() == nullptr) return refuse(kInvalidParams, "params is an object");
    out.params = std::move(*params);
  }
  return out;
}

Json to_json(const Refusal& why) {
  Json out = Json::object({{"code", static_cast<int>(why.code)}, {"message", why.message}});
  return why.data.is_null() ? out : out.set("data", why.data);
}

std::string result_text(const Json& id, Json result) {
  return Json::object({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}).dump();
}

std::string error_text(const Json& id, const Refusal& why) {
  Json out = Json::object({{"jsonrpc", "2.0"}});
  if (!id.is_null()) out.set("id", id);
  return out.set("error", to_json(why)).dump();
}

std::string notification_text(std::string_view method, Json params) {
  return Json::object({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}})
      .dump();
}

std::string request_text(const Json& id, std::string_view method, Json params) {
  return Json::object(
             {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}})
      .dump();
}

Refusal oversized() { return {kInvalidRequest, over("the message", kMaxMessageBytes)}; }

}  // namespace dossier::mcp
