#include "agent/models/stream.h"

#include <algorithm>
#include <cctype>

#include "agent/bounds.h"
#include "agent/json_texts.h"
#include "agent/models/providers.h"
#include "agent/models/sse.h"
#include "agent/redact.h"
#include "engine/unicode.h"

namespace dossier::models {
namespace {

// One answer while it arrives.
class Reading {
 public:
  Reading(TakeChunk take_chunk, const OwnKey& key, const ModelListener& listener)
      : take_(take_chunk), key_(key), gathering_{listener, key, {}, {}} {}

  /// False where it need not go on: nothing that comes behind the end of the reply belongs to it,
  /// whether or not the server closes the connection.
  bool feed(std::string_view bytes) {
    if (is_json_) return feed_json(bytes);
    for (const auto& event : events_.feed(bytes)) {
      if (++count_ > kPeerBounds.events)
        over_ = "the answer has over " + std::to_string(kPeerBounds.events) + " events";
      if (!going()) return false;
      if (event.data == "[DONE]")
        gathering_.finished = gathering_.ended = true;
      else
        take(event.data);
      if (going() && gathering_.ended) return false;
    }
    if (events_.pending() > kPeerBounds.message_bytes)
      over_ = dossier::over("an event of the answer", kPeerBounds.message_bytes);
    return going();
  }

  Attempt end(HttpAnswer answer) {
    if (answer.status == 200 && is_json_ && answer.error.empty() && going()) take(json_);
    if (!over_.empty()) {
      answer.over = true;
      answer.error = over_;
    }
    if (going() && answer.status == 200 && gathering_.finished && !answer.over)
      return {Attempt::done, gathering_.done(), {}, -1, ErrorCode::invalid};
    Attempt failed = attempt_of(answer, key_);
    if (!problem_.empty()) failed.why = problem_;
    return failed;
  }

  /// The answer is one document, and not a stream of events.
  void is_json() { is_json_ = true; }

 private:
  bool going() const { return problem_.empty() && over_.empty(); }

  bool feed_json(std::string_view bytes) {
    json_ += bytes;
    if (json_.size() > kPeerBounds.message_bytes)
      over_ = dossier::over("the answer", kPeerBounds.message_bytes);
    return going();
  }

  void take(const std::string& data) {
    const auto parsed = parse_peer_json(data);
    const Json* json = std::get_if<Json>(&parsed);
    problem_ = json != nullptr ? take_(*json, gathering_) : "the stream holds malformed JSON";
    problem_ = utf8_prefix(redact(key_.without(problem_)), kPeerBounds.reason_bytes);
    over_ = gathering_.over();
  }

  TakeChunk take_;
  const OwnKey& key_;
  Gathering gathering_;
  EventStream events_;
  std::string json_;
  size_t count_ = 0;
  bool is_json_ = false;
  std::string problem_;  // what the provider reports, or what it sent instead of JSON
  std::string over_;     // the bound that was met
};

// The names of media types ignore case; parameters may follow.
bool is_json_type(std::string_view type) {
  static constexpr std::string_view kJson = "application/json";
  const auto same = [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); };
  const auto name = type.substr(0, std::min(type.find_first_of("; \t"), type.size()));
  return std::equal(kJson.begin(), kJson.end(), name.begin(), name.end(), same);
}

Attempt attempt(const HttpPost& call, TakeChunk take_chunk, const OwnKey& key,
                const ModelListener& listener, const std::stop_token& stop) {
  Reading reading(take_chunk, key, listener);
  const auto receive = [&](std::string_view bytes, const std::string& type) {
    if (is_json_type(type)) reading.is_json();
    return reading.feed(bytes) && !stop.stop_requested();
  };
  return reading.end(post(call, receive, stop));
}

}  // namespace

void Gathering::add_text(const std::string& piece) {
  if (piece.empty()) return;
  ++parts;
  reply.message.text += piece;
  bytes += piece.size();
  show(pieces.feed(piece));
}

void Gathering::show(const std::string& piece) const {
  if (listener && !piece.empty()) listener({ModelProgress::piece, piece});
}

void Gathering::add_name(PartialCall& call, const std::string& piece) {
  call.name += piece;
  longest_name = std::max(longest_name, call.name.size());
}

void Gathering::set_id(PartialCall& call, const std::string& id) {
  call.id = id;
  longest_name = std::max(longest_name, id.size());
}

void Gathering::add_arguments(PartialCall& call, const std::string& piece) {
  call.arguments += piece;
  bytes += piece.size();
  ++parts;
}

std::string Gathering::over() const {
  if (bytes > kPeerBounds.message_bytes)
    return dossier::over("the reply", kPeerBounds.message_bytes);
  if (parts > kPeerBounds.parts)
    return "the reply has over " + std::to_string(kPeerBounds.parts) + " parts";
  if (longest_name > kPeerBounds.name_bytes)
    return "the name or id of a call is over " + std::to_string(kPeerBounds.name_bytes) + " bytes";
  if (calls.size() > kPeerBounds.calls)
    return "the reply has over " + std::to_string(kPeerBounds.calls) + " calls of tools";
  return {};
}

ModelReply Gathering::done() {
  JsonBudget budget{kPeerBounds.json_values};
  for (auto& [index, part] : calls)
    reply.message.calls.push_back({part.id, part.name, arguments_of(part.arguments, budget)});
  reply.message.role = Role::assistant;
  key.remove_from(reply);
  show(pieces.finish());
  return std::move(reply);
}

ModelReply streamed(const ModelSettings& settings, HttpPost call, const std::string& key,
                    TakeChunk take, const ModelListener& listener, const std::stop_token& stop) {
  const OwnKey own(key);
  return with_retries(settings, listener, stop, [&](int64_t timeout_ms) {
    call.timeout_ms = timeout_ms;
    return attempt(call, take, own, listener, stop);
  });
}

Json arguments_of(const std::string& text, JsonBudget& budget) {
  if (text.empty()) return Json::object();
  auto parsed = parse_json(text, budget);
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
