#include "agent/models/stream.h"

#include "agent/models/providers.h"
#include "agent/models/sse.h"

namespace dossier::models {
namespace {

Attempt attempt(const HttpPost& call, TakeChunk take_chunk, const ModelListener& listener,
                const std::stop_token& stop) {
  Gathering gathering{listener, {}, {}, false};
  EventStream events;
  std::string raw, problem;
  const auto take = [&](const std::string& data) {
    const auto parsed = parse_json(data);
    const Json* json = std::get_if<Json>(&parsed);
    problem = json != nullptr ? take_chunk(*json, gathering) : "the stream holds malformed JSON";
  };
  const auto receive = [&](std::string_view bytes) {
    raw += bytes;
    for (const auto& event : events.feed(bytes)) {
      if (event.data == "[DONE]")
        gathering.finished = true;
      else
        take(event.data);
      if (!problem.empty()) return false;
    }
    return !stop.stop_requested();
  };
  const HttpAnswer answer = post(call, receive, stop);
  if (answer.status == 200 && answer.content_type.starts_with("application/json")) take(raw);
  if (problem.empty() && answer.status == 200 && gathering.finished)
    return {Attempt::done, gathering.done(std::move(raw)), {}, -1, false};
  Attempt failed = attempt_of(answer);
  if (!problem.empty()) failed.why = problem;
  return failed;
}

}  // namespace

void Gathering::add_text(const std::string& piece) {
  reply.message.text += piece;
  if (listener && !piece.empty()) listener({ModelProgress::piece, piece});
}

ModelReply Gathering::done(std::string raw) {
  for (auto& [index, part] : calls)
    reply.message.calls.push_back({part.id, part.name, arguments_of(part.arguments)});
  reply.message.role = Role::assistant;
  reply.raw = std::move(raw);
  return std::move(reply);
}

ModelReply streamed(const ModelSettings& settings, HttpPost call, TakeChunk take,
                    const ModelListener& listener, const std::stop_token& stop) {
  return with_retries(settings, listener, stop, [&](int64_t timeout_ms) {
    call.timeout_ms = timeout_ms;
    return attempt(call, take, listener, stop);
  });
}

Json arguments_of(const std::string& text) {
  if (text.empty()) return Json::object();
  auto parsed = parse_json(text);
  if (Json* json = std::get_if<Json>(&parsed)) return std::move(*json);
  return text;
}

std::string native_result(const ToolResult& result) {
  Json out = Json::object({{"ok", result.ok}});
  if (result.total >= 0) out.set("total", result.total);
  if (result.returned >= 0) out.set("returned", result.returned);
  out.set("truncated", result.truncated);
  if (!result.cursor.empty()) out.set("cursor", result.cursor);
  return out.set("result", result.result).dump();
}

}  // namespace dossier::models
