#include "agent/mcp/client/result.h"

#include "agent/mcp/client/reply.h"
#include "agent/tool.h"
#include "engine/unicode.h"

namespace dossier::mcp::client {
namespace {

constexpr size_t kMostName = 200;  // of a type or an address in the place of what is no text

std::string sized(const std::string& base64) {
  return std::to_string(base64.size() / 4 * 3) + " bytes";
}

// One part of a content.
std::string text_of_part(const Json& part) {
  const std::string& type = part.text("type");
  if (type == "text") return part.text("text");
  if (type == "image" || type == "audio")
    return "[" + type + " " + plain(part.text("mimeType"), kMostName) + ", " +
           sized(part.text("data")) + "]";
  if (type == "resource_link")
    return "[" + plain(part.text("uri"), kMostName) + " " + plain(part.text("name"), kMostName) +
           "]";
  if (type == "resource") {
    const Json& resource = part["resource"];
    const std::string address = "[" + plain(resource.text("uri"), kMostName) + "]";
    return resource.find("text") != nullptr ? address + "\n" + resource.text("text")
                                            : address + " " + sized(resource.text("blob"));
  }
  return "[a part of the unknown type '" + plain(type, kMostName) + "']";
}

std::string text_of(const Json& content) {
  std::string out;
  for (const auto& part : content.each()) {
    out += (out.empty() ? "" : "\n") + text_of_part(part);
    if (out.size() > kMaxResultBytes) break;
  }
  return out;
}

}  // namespace

void take_result(const Json& from_server, ToolResult& into) {
  into.total = into.returned = -1;
  const Json& structured = from_server["structuredContent"];
  if (from_server["content"].items() == nullptr && structured.is_null()) {
    into.ok = false;
    into.result = "the server's result has no content";
    return;
  }
  into.ok = !from_server.flag("isError");
  std::string text = text_of(from_server["content"]);
  if (into.ok && !structured.is_null()) {
    into.result =
        structured.fields() != nullptr ? structured : Json::object({{"value", structured}});
    cut(into, {});
    // Rows are cut to the limit; what stands around them comes on top of it.
    if (into.result.dump().size() <= kMaxResultBytes + kMaxResultBytes / 8) return;
    text = structured.dump();
  }
  if (text.size() > kMaxResultBytes) {
    text = utf8_prefix(text, kMaxResultBytes);
    into.truncated = true;
  }
  into.result = into.ok ? Json::object({{"text", std::move(text)}}) : Json(std::move(text));
}

}  // namespace dossier::mcp::client
