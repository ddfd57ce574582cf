// layer: agent
// What a server of another program may send: each line is a message or has one reason why not. Of
// its tools only those are kept that a toolbox can hold and check calls against; of its results
// what is kept is bounded; a question's and a header's values are what they were. The first byte
// chooses the transport, and the size of the pieces in which events arrive.
#include <cstdint>
#include <cstdlib>
#include <set>

#include "agent/bounds.h"
#include "agent/lines.h"
#include "agent/mcp/client/config.h"
#include "agent/mcp/client/definition.h"
#include "agent/mcp/client/parameter_headers.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/client/result.h"
#include "agent/models/sse.h"
#include "agent/tool.h"
#include "engine/unicode.h"

using namespace dossier;
using namespace dossier::mcp::client;

namespace {

void hold(bool condition) {
  if (!condition) std::abort();
}

bool is_shown_safely(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    if (!next.valid || steers_text(next.code) || next.code == 0x1b || next.code == 0x200b)
      return false;
    at += next.length;
  }
  return true;
}

void check_headers(const Definition& tool, const Json& arguments) {
  for (const auto& [path, header] : tool.headers) {
    hold(header.starts_with("Mcp-Param-"));
    const HeaderValue value = header_value(arguments, path);
    const std::string encoded = encoded_header(value.text);
    for (const char c : encoded) hold(c >= ' ' && c <= '~');
    hold(!encoded.starts_with(' ') && !encoded.ends_with(' '));
  }
}

void check_tools(const Json& page, bool over_http) {
  Listed listed;
  take_tools(page, "s", over_http, listed);
  hold(listed.tools.size() <= kDefinitionBounds.tools);
  hold(listed.left_out.size() <= kDefinitionBounds.tools);
  std::set<std::string> names;
  Toolbox tools;
  for (const auto& tool : listed.tools) {
    hold(names.insert(tool.tool).second);
    hold(tool.tool.size() <= kDefinitionBounds.name_bytes && tool.tool.starts_with("s__"));
    hold(tool.description.size() <= kDefinitionBounds.description_bytes + 100);
    hold(is_shown_safely(tool.shown()));
    check_headers(tool, page);
    Tool own;
    own.spec = {tool.tool, tool.description, tool.schema};
    own.external = true;
    own.run = [&](const Json&, const EditListener&, ToolResult& result) {
      take_result(page, result);
    };
    tools.add(std::move(own));
  }
  tools.listing();
  for (const auto& name : names) {
    const ToolResult result = tools.dispatch({{}, name, page}, nullptr);
    hold(result.cursor.empty());
  }
}

void check_message(const std::string& text, bool over_http) {
  const auto read = read_reply(text);
  if (const auto* why = std::get_if<std::string>(&read)) return hold(!why->empty());
  const Reply& reply = std::get<Reply>(read);
  hold(reply.kind != Reply::notification || reply.id.is_null());
  hold(reply.kind != Reply::result || (!reply.id.is_null() && reply.body.fields() != nullptr));
  hold(reply.message.size() <= kPeerBounds.reason_bytes + 3 && is_shown_safely(reply.message));
  check_tools(reply.body, over_http);
  ToolResult result;
  take_result(reply.body, result);
  hold(result.result.dump().size() <= 7 * kMaxResultBytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool over_http = data[0] % 2 != 0;
  Lines lines(4096);
  const auto take = [&](const std::string* line) {
    if (line != nullptr) check_message(*line, over_http);
  };
  lines.feed(stream, take);
  lines.finish(take);
  const size_t step = data[0] % 16 + 1;
  models::EventStream whole, pieces;
  size_t count = 0;
  for (const auto& event : whole.feed(stream)) {
    check_message(event.data, over_http);
    ++count;
  }
  for (size_t at = 0; at < stream.size(); at += step)
    count -= pieces.feed(stream.substr(at, step)).size();
  hold(count == 0 && whole.last_id() == pieces.last_id() && whole.retry_ms() == pieces.retry_ms());
  return 0;
}
