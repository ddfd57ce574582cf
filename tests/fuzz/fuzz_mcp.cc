// layer: agent
// A stream of messages as a client may send it: the lines do not depend on how it is split (the
// first byte is the size of the pieces), each is a message or has one error to answer with, and
// what is answered is one line of JSON. Names of resources, filters, kept states, filled texts and
// the head of a request are read from the same bytes.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "agent/lines.h"
#include "agent/mcp/endpoint.h"
#include "agent/mcp/feed.h"
#include "agent/mcp/prompts.h"
#include "agent/mcp/seal.h"
#include "agent/mcp/uri.h"
#include "agent/mcp/version.h"

using namespace dossier;

namespace {

constexpr size_t kLimit = 200;

std::vector<std::string> lines_in(std::string_view stream, size_t step) {
  std::vector<std::string> out;
  const auto take = [&out](const std::string* line) { out.push_back(line ? *line : "\n"); };
  Lines lines(kLimit);
  for (size_t at = 0; at < stream.size(); at += step) lines.feed(stream.substr(at, step), take);
  lines.finish(take);
  return out;
}

void is_line(const std::string& text) {
  if (text.find('\n') != text.npos) std::abort();
  if (!std::holds_alternative<Json>(parse_json(text))) std::abort();
}

void answer(const std::string& line) {
  const auto read = mcp::read_message(line);
  if (const auto* unreadable = std::get_if<mcp::Unreadable>(&read))
    return is_line(mcp::error_text(unreadable->id, unreadable->why));
  const auto& message = std::get<mcp::Incoming>(read);
  if ((message.kind == mcp::Incoming::request) == message.id.is_null() &&
      message.kind != mcp::Incoming::response)
    std::abort();
  const auto caller = mcp::caller_of(message, {});
  if (const auto* refusal = std::get_if<mcp::Refusal>(&caller))
    return is_line(mcp::error_text(message.id, *refusal));
  const auto& from = std::get<mcp::Caller>(caller);
  if (!from.is_modern() || from.client.size() > 120) std::abort();
  is_line(mcp::result_text(message.id, mcp::finished(message.params, from, {}, Json::object())));
  from.can_elicit();
  const auto filter = mcp::Filter::read(message.params["notifications"]);
  if (const auto* wanted = std::get_if<mcp::Filter>(&filter)) {
    const auto again = mcp::Filter::read(wanted->text());
    if (std::get<mcp::Filter>(again).uris != wanted->uris) std::abort();
  }
  // A head that says what the body says, by any header, is refused or not, and never read beyond
  // it.
  mcp::mismatch(
      message, [&line](std::string_view) { return std::string_view(line); },
      &message.params["arguments"]);
}

void read_texts(const std::string& text) {
  static mcp::Seal seal(system_entropy());
  if (const auto parts = mcp::parts_of(text); parts && mcp::parts_of(mcp::uri_of(*parts)) != parts)
    std::abort();
  if (seal.open(text)) std::abort();
  const std::string kept = seal.close(Json::object({{"text", text}}));
  if (!seal.open(kept) || seal.open(kept + "0")) std::abort();
  const Json known = Json::object({{"name", "{name}"}});
  if (mcp::filled(text, known).size() > text.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = lines_in(stream, std::max<size_t>(1, stream.size()));
  if (whole != lines_in(stream, data[0] % 16 + 1)) std::abort();
  for (const auto& line : whole) answer(line);
  answer(std::string(stream));
  read_texts(std::string(stream));
  return 0;
}
