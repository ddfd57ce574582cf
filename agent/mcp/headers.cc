// The headers that repeat what a body says, for whoever routes requests without reading bodies.
#include <array>

#include "agent/mcp/endpoint.h"

namespace dossier::mcp {
namespace {

constexpr std::string_view kEncoded = "=?base64?", kEncodedEnd = "?=";

int digit_of(char c) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const size_t at = kDigits.find(c);
  return at == kDigits.npos ? -1 : static_cast<int>(at);
}

// Absent for what is not base64 with its padding.
std::optional<std::string> decoded(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.size() - padding)) {
    const int digit = digit_of(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xff);
  }
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
  if (request.method != "tools/call" && request.method != "prompts/get" &&
      request.method != "resources/read")
    return nullptr;
  const Json* name = request.params.find(request.method == "resources/read" ? "uri" : "name");
  return name != nullptr ? name : &kNone;
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

}  // namespace

std::optional<Refusal> mismatch(const Incoming& request, const Endpoint::Head& head) {
  if (auto why = differs(head("mcp-protocol-version"), version_in(request.params).value_or(""),
                         "MCP-Protocol-Version"))
    return why;
  if (auto why = differs(head("mcp-method"), request.method, "Mcp-Method")) return why;
  const Json* name = name_in(request);
  // A name that is missing or no text is the method's to refuse.
  if (name == nullptr || name->string() == nullptr) return std::nullopt;
  return differs(head("mcp-name"), *name->string(), "Mcp-Name");
}

}  // namespace dossier::mcp
