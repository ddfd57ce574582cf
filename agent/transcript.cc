#include "agent/transcript.h"

#include <chrono>

#include "agent/bounds.h"
#include "agent/checked.h"
#include "agent/correction.h"
#include "agent/dispatch.h"
#include "agent/redact.h"
#include "agent/request_record.h"
#include "agent/tool.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/search/matcher.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

Message redacted_message(const Message& message) {
  return message_from(redacted(to_json(message)));
}

// Whether what was recorded is what the loop does now; rules of redaction that are newer than the
// record may hide more of it.
bool is_recorded(const SessionEvent& event, EventKind kind, std::string_view tool,
                 const std::string& body) {
  if (event.kind != kind) return false;
  if (event.tool != tool && redact(event.tool) != tool) return false;
  return event.body == body || redacted(body_of(event)).dump() == body;
}

// The last recorded event that the loop itself produced; null before the first.
const SessionEvent* last_before(const std::vector<SessionEvent>& record, size_t next) {
  for (; next > 0; --next)
    if (record[next - 1].kind != EventKind::edit) return &record[next - 1];
  return nullptr;
}

std::string excerpt(const std::string& text) {
  return text.size() <= 400 ? text : std::string(utf8_prefix(text, 400)) + "…";
}

}  // namespace

Divergence::Divergence(int64_t step, std::string expected, std::string got)
    : Error(ErrorCode::conflict,
            "diverges from the record\n  expected: " + expected + "\n  got:      " + got,
            "step " + std::to_string(step)),
      step_(step),
      expected_(std::move(expected)),
      got_(std::move(got)) {}

Transcript::Transcript(Journal& journal, Effects effects, std::vector<SessionEvent> record)
    : journal_(&journal), effects_(std::move(effects)), record_(std::move(record)) {}

Transcript::Transcript(std::vector<SessionEvent> record) : record_(std::move(record)) {}

const SessionEvent* Transcript::upcoming() {
  // Edits belong to a tool's effect, or take one back later: the loop makes neither itself.
  while (next_ < record_.size() && record_[next_].kind == EventKind::edit) ++next_;
  return next_ < record_.size() ? &record_[next_] : nullptr;
}

const SessionEvent& Transcript::follow(EventKind kind, std::string_view tool,
                                       const std::string& body) {
  const std::string got =
      std::string(name_of(kind)) + (tool.empty() ? "" : " " + std::string(tool)) + " " + body;
  if (upcoming() == nullptr)
    throw Divergence(static_cast<int64_t>(record_.size()) + 1, "nothing more", excerpt(got));
  const SessionEvent& event = record_[next_];
  if (!is_recorded(event, kind, tool, body))
    throw Divergence(event.seq,
                     std::string(name_of(event.kind)) +
                         (event.tool.empty() ? "" : " " + event.tool) + " " + excerpt(event.body),
                     excerpt(got));
  ++next_;
  return event;
}

const SessionEvent* Transcript::settled(EventKind kind, std::string_view tool) {
  // A script's own calls, and how it came along, stand within its effect.
  const auto within = [&](const SessionEvent& event) {
    return event.kind == EventKind::edit ||
           (tool == kAutoTool && event.tool != kAutoTool &&
            (event.kind == EventKind::permission || event.kind == EventKind::tool_asked ||
             event.kind == EventKind::tool_settled)) ||
           (tool == kAutoTool && event.kind == EventKind::progress);
  };
  for (; next_ < record_.size() && within(record_[next_]); ++next_)
    if (record_[next_].kind == EventKind::tool_settled)
      note_within(tool_result_from(body_of(record_[next_])));
  if (next_ < record_.size() && record_[next_].kind == kind) return &record_[next_++];
  if (stops_before(kind)) {
    interrupt();
    return nullptr;
  }
  throw Divergence(static_cast<int64_t>(next_),
                   "nothing: the record does not say how this effect ended",
                   std::string(name_of(kind)));
}

// Only a program that stopped leaves an effect that was not settled, or goes on with less than all
// calls of a reply. Anything else that comes out of turn is a divergence.
bool Transcript::stops_before(EventKind kind) {
  const SessionEvent* next = upcoming();
  if (next == nullptr) return journal_ == nullptr;
  if (next->kind == EventKind::started) return kind != EventKind::started;
  if (next->kind != EventKind::message) return false;
  const Json message = body_of(*next);
  if (message.text("role") != name_of(Role::user)) return false;
  if (kind == EventKind::model_settled || kind == EventKind::tool_settled) return true;
  if (kind != EventKind::tool_asked || is_correction(message.text("text"))) return false;
  const SessionEvent* last = last_before(record_, next_);
  return last != nullptr &&
         (last->kind == EventKind::tool_settled || last->kind == EventKind::model_settled ||
          last->kind == EventKind::permission);
}

void Transcript::interrupt() {
  interrupted_ = true;
  const SessionEvent* last = last_before(record_, next_);
  if (last == nullptr) return;
  interruptions_.push_back(
      {last->seq, std::string(name_of(last->kind)) + (last->tool.empty() ? "" : " " + last->tool)});
}

void Transcript::resume() {
  interrupted_ = false;
  digest_ = {};
}

void Transcript::put(EventKind kind, std::string_view tool, const std::string& body, int64_t ms,
                     bool durable) {
  if (interrupted_) return;
  if (!following()) {
    journal_->append(kind, tool, body, ms, durable);
  } else if (next_ > 0 && stops_before(kind)) {
    interrupt();
  } else {
    follow(kind, tool, body);
  }
}

void Transcript::add(EventKind kind, const Json& body) { put(kind, {}, redacted(body).dump()); }

void Transcript::introduce(ModelRequest& request) {
  Json body;
  if (!following()) {
    body = redacted(setup_of(request));
    journal_->append(EventKind::setup, {}, body.dump());
  } else if (upcoming() != nullptr && upcoming()->kind == EventKind::setup) {
    body = body_of(record_[next_++]);
  } else {
    return;
  }
  read_setup(body, request);
}

Message Transcript::say(const Message& message) {
  Message out = redacted_message(message);
  const std::string body = to_json(out).dump();
  if (interrupted_) return out;
  // What the model was shown then, which its request's digest covers.
  if (following()) {
    if (!stops_before(EventKind::message))
      return message_from(body_of(follow(EventKind::message, {}, body)));
    interrupt();
    return out;
  }
  put(EventKind::message, {}, body);
  return out;
}

// Whoever listens hears no more than the record will hold, however the pieces were cut.
static std::variant<ModelReply, Error> ask_redacted(Model& model, const ModelRequest& request,
                                                    const ModelListener& listener,
                                                    std::stop_token stop) {
  RedactedStream stream;
  const auto show = [&](const std::string& text) {
    if (!text.empty()) listener({ModelProgress::piece, text});
  };
  const ModelListener redacting = [&](const ModelProgress& progress) {
    if (progress.kind == ModelProgress::piece) return show(stream.feed(progress.text));
    stream = {};
    listener({progress.kind, redact(progress.text)});
  };
  auto outcome = ask(model, request, listener ? redacting : ModelListener(), std::move(stop));
  if (listener) show(stream.finish());
  return outcome;
}

std::variant<ModelReply, Error> Transcript::recorded_reply(Message& raw) {
  const SessionEvent* event = interrupted_ ? nullptr : settled(EventKind::model_settled);
  if (event == nullptr) return Error(ErrorCode::io, "interrupted: the program stopped", "recorded");
  const Json body = body_of(*event);
  if (const Json* error = body.find("error"))
    return Error(ErrorCode::io, error->string() ? *error->string() : "", "recorded");
  ModelReply out;
  if (const Json* message = body.find("message")) out.message = message_from(*message);
  out.usage = {body.number("tokens_in", -1), body.number("tokens_out", -1)};
  out.is_cut = body.flag("cut");
  raw = out.message;
  return out;
}

std::variant<ModelReply, Error> Transcript::reply(const ModelRequest& request,
                                                  const ModelListener& listener,
                                                  std::stop_token stop, Message& raw) {
  const bool recorded = following();
  put(EventKind::model_asked, {},
      Json::object({{"messages", request.messages.size()}, {"request", digest_.of(request)}})
          .dump());
  if (recorded) return recorded_reply(raw);
  const int64_t begun = steady_ms();
  auto outcome = ask_redacted(*effects_.model, request, listener, stop);
  const int64_t ms = steady_ms() - begun;
  const auto failed = [&](const Error& error) {
    const Json body =
        redacted(Json::object({{"error", error.message()}, {"code", name_of(error.code())}}));
    put(EventKind::model_settled, {}, body.dump(), ms);
    return error;
  };
  if (const auto* error = std::get_if<Error>(&outcome)) return failed(*error);
  ModelReply out = std::move(std::get<ModelReply>(outcome));
  raw = out.message;
  out.message = redacted_message(out.message);
  Json body = Json::object({{"message", to_json(out.message)}});
  if (out.usage.in >= 0) body.set("tokens_in", out.usage.in);
  if (out.usage.out >= 0) body.set("tokens_out", out.usage.out);
  if (out.is_cut) body.set("cut", true);
  if (!out.diagnostics.empty()) body.set("diagnostics", redact(out.diagnostics));
  const std::string text = body.dump();
  // JSON may take six bytes for one.
  if (text.size() > kMaxEventBytes)
    return failed(Error(ErrorCode::limit, over("the record of the reply", kMaxEventBytes)));
  put(EventKind::model_settled, {}, text, ms);
  return out;
}

Transcript::Asked Transcript::ask(const ToolCall& call, std::string_view within) {
  Asked out{call, tool_call_from(redacted(to_json(call)))};
  out.tool = effects_.tools != nullptr ? effects_.tools->find(call.tool) : nullptr;
  if (out.tool != nullptr) out.capability = out.tool->capability;
  if (following()) {
    if (!interrupted_ && upcoming() != nullptr && upcoming()->kind == EventKind::permission)
      ++next_;
  } else if (effects_.policy != nullptr) {
    out.decision = effects_.policy->decide(call.tool, out.capability, out.shown.input, within,
                                           out.tool != nullptr ? out.tool->category : "");
    // What the policy allows by itself is said by the mode; everything else is a fact to keep.
    if (!out.decision.allowed || out.decision.by != "policy") {
      out.permission = Json::object({{"capability", name_of(out.capability)},
                                     {"decision", out.decision.allowed ? "allow" : "deny"},
                                     {"by", out.decision.by}});
      put(EventKind::permission, out.shown.tool, out.permission.dump());
    }
  }
  const bool writes = out.capability == Capability::write || out.capability == Capability::execute;
  put(EventKind::tool_asked, out.shown.tool, to_json(out.shown).dump(), -1,
      writes && out.decision.allowed);
  return out;
}

ToolResult Transcript::run(const Asked& asked, const EditListener& on_edit,
                           const std::function<void()>& checkpoint) const {
  if (asked.decision.allowed) {
    const search::Pauses pauses(checkpoint);
    std::optional<Checked<Database>> checked;
    // A script records its calls while it runs, and so does what writes.
    if (asked.capability == Capability::lookup && asked.call.tool != kAutoTool)
      checked.emplace(journal_->database(), checkpoint);
    return effects_.tools->dispatch(asked.call, on_edit);
  }
  return {asked.call,
          false,
          -1,
          -1,
          false,
          {},
          effects_.policy->refusal(asked.capability, asked.decision)};
}

ToolResult Transcript::settle(const Asked& asked, ToolResult result, int64_t ms) {
  result = tool_result_from(redacted(to_json(result)));
  put(EventKind::tool_settled, asked.shown.tool, to_json(result).dump(), ms);
  return result;
}

ToolResult Transcript::call(const ToolCall& call) {
  const bool recorded = following();
  const Asked asked = ask(call, {});
  if (recorded) {
    const SessionEvent* event =
        interrupted_ ? nullptr : settled(EventKind::tool_settled, asked.shown.tool);
    if (event != nullptr) return tool_result_from(body_of(*event));
    return {asked.shown, false, -1, -1, false, {}, "interrupted: the program stopped"};
  }
  const int64_t begun = steady_ms();
  ToolResult result = run(
      asked, [&](const Edit& edit) { journal_->append_edit(edit, effects_.root); }, checkpoint_);
  return settle(asked, std::move(result), steady_ms() - begun);
}

ToolResult Transcript::refuse(const ToolCall& call, std::string_view why) {
  const ToolResult result = tool_result_from(
      redacted(to_json(ToolResult{call, false, -1, -1, false, {}, std::string(why)})));
  put(EventKind::tool_asked, result.call.tool, to_json(result.call).dump());
  put(EventKind::tool_settled, result.call.tool, to_json(result).dump());
  return result;
}

void Transcript::answer(const Report& answer, const std::vector<StoredFinding>& findings) {
  const std::string body = redacted(to_json(answer)).dump();
  if (following())
    put(EventKind::answer, {}, body);
  else
    journal_->append_answer(body, findings);
}

void Transcript::end_turn() {
  if (!following()) journal_->index_words();
}

int64_t Transcript::now_ms() {
  if (following()) return record_[next_ == 0 ? 0 : next_ - 1].at;
  const int64_t now = effects_.clock->now_ms();
  // A turn that began in the record has the time that it had left there.
  if (!behind_) behind_ = record_.empty() ? 0 : now - record_.back().at;
  return now - *behind_;
}

bool Transcript::is_over(int64_t deadline_ms) {
  if (interrupted_) return true;
  if (const SessionEvent* next = upcoming())
    return next->kind == EventKind::ended || next->kind == EventKind::message ||
           next->kind == EventKind::started || next->kind == EventKind::rewound;
  return journal_ == nullptr || now_ms() > deadline_ms;
}

std::vector<ToolResult> results_in(const std::vector<SessionEvent>& record) {
  std::vector<ToolResult> results;
  bool in_script = false;
  for (const auto& event : record) {
    if (event.kind == EventKind::tool_asked && event.tool == kAutoTool) in_script = true;
    if (event.kind == EventKind::model_asked) in_script = false;
    if (event.kind != EventKind::tool_settled || (in_script && event.tool != kAutoTool)) continue;
    in_script = false;
    results.push_back(tool_result_from(body_of(event)));
  }
  return results;
}

}  // namespace dossier
