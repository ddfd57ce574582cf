#include "sandbox/conversation.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/unicode.h"

namespace dossier::sandbox {
namespace {

constexpr size_t kErrorBytes = 2000;
// A request's frame is a little longer than what the script put into it.
constexpr size_t kAround = 4096;

// Why a script ended without a value; "" for a limit that there is not.
std::string sentence_of(std::string_view stopped, const Limits& limits) {
  const auto number = [](auto value) { return std::to_string(value); };
  if (stopped == "time")
    return "the script ran out of time (" + number(limits.time.count()) + " ms)";
  if (stopped == "fuel") return "the script ran too long without an end in sight";
  if (stopped == "memory")
    return "the script needs more memory than it may have (" + number(limits.memory >> 20) + " MB)";
  if (stopped == "stack") return "the script calls itself too deeply";
  if (stopped == "pending")
    return "the script has more than " + number(limits.pending) + " calls without a result";
  if (stopped == "output")
    return "the script's value, or what it passes to calls, is larger than " +
           number(limits.output) + " bytes";
  if (stopped == "requests")
    return "the script made more than " + number(limits.requests) + " calls and searches";
  if (stopped == "code") return "the script is longer than " + number(limits.code) + " bytes";
  if (stopped == "worker") return "the process that ran the script died";
  if (stopped == "interrupted") return "the script was interrupted";
  return {};
}

// A worker's text may hold lone surrogates, or anything if it lies.
std::string valid_prefix(std::string_view text, size_t bytes) {
  std::string out;
  for (size_t at = 0; at < text.size() && out.size() < bytes;) {
    const Decoded one = decode_utf8(text, at);
    append_utf8(out, one.valid ? one.code : U'\uFFFD');
    at += one.length;
  }
  return out;
}

class Conversation {
 public:
  Conversation(Channel& channel, const Limits& limits, const Answers& answers,
               const std::stop_token& stop)
      : channel_(channel),
        limits_(limits),
        answers_(answers),
        deadline_{Deadline::Clock::now() + limits.time, stop} {}

  Outcome operator()(const Script& script) {
    if (script.code.size() > limits_.code)
      stop("code");
    else if (!start(script))
      stop(deadline_.is_over() ? late() : "worker");
    else
      while (step()) {
      }
    return std::move(out_);
  }

 private:
  bool start(const Script& script) {
    const std::string context =
        Json::object({{"workspace", script.workspace}, {"conversation", script.conversation}})
            .dump();
    const Start start{limits_.fuel,
                      limits_.memory,
                      limits_.stack,
                      limits_.output,
                      limits_.pending,
                      std::max(1u, limits_.parallel),
                      static_cast<uint32_t>(context.size())};
    std::string payload(sizeof start, '\0');
    std::memcpy(payload.data(), &start, sizeof start);
    return channel_.send(Frame::start, payload + context + script.code, deadline_);
  }

  // False at the end.
  bool step() {
    auto why = Channel::Silence::gone;
    const auto received = channel_.receive(size_t{limits_.output} + kAround, deadline_, why);
    if (!received) return stop(why == Channel::Silence::late ? late() : "worker");
    switch (received->kind) {
      case Frame::request:
        return take(received->payload);
      case Frame::wait:
        // Only a worker that lies waits for nothing.
        return waiting_.empty() ? stop("worker") : answer(true);
      case Frame::done:
        return finish(received->payload);
      case Frame::stopped:
        return stop(sentence_of(received->payload, limits_).empty() ? "worker" : received->payload);
      default:
        return fail(valid_prefix(received->payload, kErrorBytes));
    }
  }

  std::string_view late() const { return deadline_.stop.stop_requested() ? "interrupted" : "time"; }

  bool stop(std::string_view limit) {
    out_.stopped = limit;
    return fail(sentence_of(limit, limits_));
  }

  bool fail(std::string why) {
    out_.result = Json();
    out_.error = std::move(why);
    return false;
  }

  bool finish(const std::string& payload) {
    if (!payload.empty()) {
      auto parsed = parse_json(payload);
      if (const auto* fault = std::get_if<JsonFault>(&parsed))
        return fail("the script's value cannot be read: " + fault->message);
      out_.result = std::move(std::get<Json>(parsed));
    }
    // Calls that the script did not wait for are made, too.
    while (!waiting_.empty())
      if (!answer(false)) break;
    return false;
  }

  bool take(const std::string& payload) {
    auto parsed = parse_json(payload);
    if (const auto* fault = std::get_if<JsonFault>(&parsed))
      return fail("a request of the script cannot be read: " + fault->message);
    Json& request = std::get<Json>(parsed);
    const std::string& op = request.text("op");
    if (op == "log") {
      if (out_.logs.size() < limits_.logs)
        out_.logs.emplace_back(utf8_prefix(request.text("text"), limits_.log_bytes));
      else
        ++out_.logs_dropped;
      return true;
    }
    if (op != "call" && op != "search") return stop("worker");
    if (++made_ > limits_.requests) return stop("requests");
    waiting_bytes_ += payload.size();
    if (waiting_bytes_ > 4 * size_t{limits_.output}) return stop("output");
    if (waiting_.size() >= limits_.pending) return stop("pending");
    const bool calls = op == "call";
    waiting_.push_back(
        {request["id"],
         {calls ? Request::call : Request::search, request.text(calls ? "name" : "query"),
          request[calls ? "params" : "options"]},
         payload.size()});
    return true;
  }

  // Answers the first requests that wait. False when the script has been stopped.
  bool answer(bool sends) {
    const size_t count = std::min<size_t>(waiting_.size(), std::max(1u, limits_.parallel));
    std::vector<Request> asked;
    std::vector<Json> ids;
    for (size_t i = 0; i < count; ++i) {
      waiting_bytes_ -= waiting_.front().bytes;
      ids.push_back(std::move(waiting_.front().id));
      asked.push_back(std::move(waiting_.front().request));
      waiting_.pop_front();
    }
    std::vector<Answer> answers;
    if (answers_) answers = answers_(asked);
    answers.resize(count, {false, "there is no answer"});
    for (const auto& answer : answers) deadline_.at += answer.asked;
    if (deadline_.is_over()) return stop(late());
    for (size_t i = 0; sends && i < count; ++i) {
      const bool ok = answers[i].ok;
      Json& value = answers[i].value;
      Json reply = Json::object({{"id", std::move(ids[i])}, {"ok", ok}});
      if (ok)
        reply.set("value", std::move(value));
      else
        reply.set("error", value.string() ? *value.string() : value.dump());
      // A worker that has gone may have said before how its script ended: that comes next.
      if (!channel_.send(Frame::result, reply.dump(), deadline_))
        return !deadline_.is_over() || stop(late());
    }
    return true;
  }

  struct Waiting {
    Json id;
    Request request;
    size_t bytes;
  };

  Channel& channel_;
  const Limits& limits_;
  const Answers& answers_;
  Deadline deadline_;
  std::deque<Waiting> waiting_;
  size_t waiting_bytes_ = 0;
  uint32_t made_ = 0;
  Outcome out_;
};

}  // namespace

Outcome converse(Channel& channel, const Script& script, const Limits& limits,
                 const Answers& answers, const std::stop_token& stop) {
  return Conversation(channel, limits, answers, stop)(script);
}

}  // namespace dossier::sandbox
