// The headers that repeat what a body says, for whoever routes requests without reading bodies.
#include <nettle/base64.h>

#include <utility>

#include "agent/mcp/endpoint.h"
#include "engine/unicode.h"

namespace dossier::mcp {
namespace {

constexpr std::string_view kEncoded = "=?base64?", kEncodedEnd = "?=";

// Absent for what is not base64 with its padding.
std::optional<std::string> decoded(std::string_view text) {
  base64_decode_ctx state;
  base64_decode_init(&state);
  std::string out(BASE64_DECODE_LENGTH(text.size()), '\0');
  size_t size = 0;
  if (base64_decode_update(&state, &size, reinterpret_cast<uint8_t*>(out.data()), text.size(),
                           text.data()) == 0 ||
      base64_decode_final(&state) == 0)
    return std::nullopt;
  out.resize(size);
  return out;
}

// The value of a header that may be encoded; absent where it is malformed.
std::optional<std::string> value_of(std::string_view header) {
  for (const char c : header)
    if ((c < ' ' && c != '\t') || c > '~') return std::nullopt;
  if (header.size() < kEncoded.size() + kEncodedEnd.size() || !header.starts_with(kEncoded) ||
      !header.ends_with(kEncodedEnd))
    return std::string(header);
  header.remove_prefix(kEncoded.size());
  return decoded(header.substr(0, header.size() - kEncodedEnd.size()));
}

// What Mcp-Name repeats; absent for methods without it.
const Json* name_in(const Incoming& request) {
  static const Json kNone;
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"tools/call", "name"},  {"prompts/get", "name"},    {"resources/read", "uri"},
      {"tasks/get", "taskId"}, {"tasks/update", "taskId"}, {"tasks/cancel", "taskId"}};
  for (const auto& [method, key] : kNames) {
    if (method != request.method) continue;
    const Json* name = request.params.find(key);
    return name != nullptr ? name : &kNone;
  }
  return nullptr;
}

std::optional<Refusal> differs(std::string_view header, const std::string& body,
                               std::string_view name) {
  if (header.empty())
    return Refusal{kHeaderMismatch, "Header mismatch: " + std::string(name) + " is missing"};
  const auto value = value_of(header);
  if (!value)
    return Refusal{kHeaderMismatch, "Header mismatch: " + std::string(name) + " is malformed"};
  if (*value == body) return std::nullopt;
  return Refusal{kHeaderMismatch,
                 "Header mismatch: " + std::string(name) + " is not what the body says"};
}

// The value of a parameter as a header has it; absent where it has none.
std::optional<std::string> header_of(const Json& value) {
  if (value.string() != nullptr) return *value.string();
  if (value.integer() != nullptr || value.boolean() != nullptr) return value.dump();
  return std::nullopt;
}

// "42.0" is 42.
bool is_same_number(std::string_view header, int64_t value) {
  const size_t dot = header.find('.');
  if (dot != header.npos && header.find_first_not_of('0', dot + 1) != header.npos) return false;
  return header.substr(0, dot) == std::to_string(value);
}

// The headers that a tool names for its parameters (x-mcp-header), however deep they stand.
std::optional<Refusal> differs_in(const Json& schema, const Json& arguments,
                                  const Endpoint::Head& head) {
  const Json& properties = schema["properties"];
  if (properties.fields() == nullptr) return std::nullopt;
  for (const auto& [key, property] : *properties.fields()) {
    const Json& value = arguments[key];
    if (auto why = differs_in(property, value, head)) return why;
    const std::string& name = property.text("x-mcp-header");
    if (name.empty()) continue;
    const std::string shown = "Mcp-Param-" + name;
    const std::string_view header = head(lower(shown));
    const auto expected = header_of(value);
    if (!expected && header.empty()) continue;
    if (!expected)
      return Refusal{kHeaderMismatch, "Header mismatch: " + shown + " has no such parameter"};
    if (value.integer() != nullptr && is_same_number(header, *value.integer())) continue;
    // An empty text and no text look the same in a head.
    if (expected->empty() && header.empty()) continue;
    if (auto why = differs(header, *expected, shown)) return why;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> mismatch(const Incoming& request, const Endpoint::Head& head,
                                const Json* schema) {
  if (auto why = differs(head("mcp-protocol-version"), version_in(request.params).value_or(""),
                         "MCP-Protocol-Version"))
    return why;
  if (auto why = differs(head("mcp-method"), request.method, "Mcp-Method")) return why;
  const Json* name = name_in(request);
  // A name that is missing or no text is the method's to refuse.
  if (name == nullptr || name->string() == nullptr) return std::nullopt;
  if (auto why = differs(head("mcp-name"), *name->string(), "Mcp-Name")) return why;
  return schema != nullptr ? differs_in(*schema, request.params["arguments"], head) : std::nullopt;
}

}  // namespace dossier::mcp
