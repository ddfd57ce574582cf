#include "agent/mcp/client/reply.h"

#include "agent/bounds.h"
#include "agent/json_texts.h"
#include "agent/mcp/message.h"
#include "engine/unicode.h"

namespace dossier::mcp::client {
namespace {

std::variant<Reply, std::string> error_in(const Json& error, Json id) {
  const Json* code = error.find("code");
  if (code == nullptr || code->integer() == nullptr) return "an error has a code";
  Reply out{Reply::error, std::move(id), {}, error["data"], *code->integer(), {}};
  out.message = plain(error.text("message"), kPeerBounds.reason_bytes);
  return out;
}

// Text may hide words from a person that a model reads: zero widths, tags, variation selectors.
bool is_unseen(char32_t code) {
  return code == 0xAD || code == 0x34F || (code >= 0x200B && code <= 0x200D) ||
         (code >= 0x2060 && code <= 0x2064) || code == 0xFEFF ||
         (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0xE0000 && code <= 0xE0FFF);
}

std::string shown(std::string_view text, size_t bytes, bool keeps_lines) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    const bool is_line = next.code == '\n' || next.code == '\t';
    if (is_line || next.code == ' ') {
      if (keeps_lines || (next.code != '\n' || !out.ends_with(' ')))
        out += is_line && !keeps_lines ? ' ' : static_cast<char>(next.code);
    } else if (next.valid && next.code >= 0x20 && next.code != 0x7F && !steers_text(next.code) &&
               !is_unseen(next.code)) {
      out += text.substr(at, next.length);
    }
    at += next.length;
    if (out.size() <= bytes) continue;
    out = std::string(utf8_prefix(out, bytes)) + "…";
    break;
  }
  return out;
}

}  // namespace

std::variant<Reply, std::string> read_reply(std::string_view text) {
  if (text.size() > kMaxMessageBytes) return over("the message", kMaxMessageBytes);
  auto read = parse_peer_json(text);
  if (const auto* fault = std::get_if<JsonFault>(&read))
    return "not JSON: " + fault->message + " at byte " + std::to_string(fault->offset);
  Json& message = std::get<Json>(read);
  if (message.fields() == nullptr) return "a message is an object";
  if (message.text("jsonrpc") != "2.0") return "a message has \"jsonrpc\": \"2.0\"";
  const Json* given = message.find("id");
  if (given != nullptr && !given->is_null() && !is_id(*given))
    return "an id is a string or an integer";
  Json id = given != nullptr ? *given : Json();
  if (const Json* method = message.find("method")) {
    if (method->string() == nullptr || method->string()->size() > kPeerBounds.name_bytes)
      return "a method is a string";
    return Reply{id.is_null() ? Reply::notification : Reply::request,
                 std::move(id),
                 *method->string(),
                 message["params"],
                 0,
                 {}};
  }
  if (const Json* error = message.find("error")) return error_in(*error, std::move(id));
  const Json* result = message.find("result");
  if (result == nullptr) return "a message has a method, a result or an error";
  if (id.is_null()) return "a result has the id of its request";
  if (result->fields() == nullptr) return "a result is an object";
  return Reply{Reply::result, std::move(id), {}, *result, 0, {}};
}

std::string plain(std::string_view text, size_t bytes) { return shown(text, bytes, false); }

std::string plain_lines(std::string_view text, size_t bytes) { return shown(text, bytes, true); }

}  // namespace dossier::mcp::client
