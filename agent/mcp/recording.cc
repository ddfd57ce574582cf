#include "agent/mcp/recording.h"

#include "agent/journal.h"
#include "agent/json_texts.h"
#include "agent/redact.h"
#include "agent/transcript.h"
#include "engine/unicode.h"

namespace dossier::mcp {
namespace {

constexpr int64_t kRecordVersion = 1;
constexpr size_t kTitleBytes = 200;

// A client asks its user about tools that write, and is asked where it can be.
Policy policy_of(std::optional<bool> consent) {
  const Permission writing = consent ? Permission::ask : Permission::allow;
  return Policy(
      {Permission::allow, Permission::deny, writing, Permission::deny},
      [consent](const PermissionRequest&) { return Consent{consent.value_or(false)}; },
      consent ? "denied: the user does not want this" : "");
}

std::string title_of(const ToolCall& call) {
  std::string out = call.tool;
  for (const auto& [key, value] : *call.input.fields()) out += " " + text_of_value(value);
  return std::string(utf8_prefix(redact(out), kTitleBytes));
}

Journal begun(Place& place, const Caller& caller, const ToolCall& call) {
  SessionInfo info;
  info.title = title_of(call);
  info.mode = kMode;
  info.model = caller.client;
  info.project = place.project();
  return Journal::begin(place.store(), std::move(info), system_entropy());
}

Json started(Place& place, const Caller& caller) {
  return Json::object({{"version", kRecordVersion},
                       {"mode", kMode},
                       {"model", caller.client},
                       {"protocol", "mcp " + caller.version},
                       {"project", place.project()},
                       {"snapshots", place.snapshot()}});
}

}  // namespace

ToolResult Recording::call(Place& place, const Caller& caller, const ToolCall& call,
                           std::optional<bool> consent) {
  if (place.only_reads()) return place.tools().dispatch(call, nullptr);
  const std::lock_guard lock(mutex_);
  if (session_ != 0 && client_ != caller.client) finish(place, "another client goes on");
  const bool begins = session_ == 0;
  Journal journal = begins ? begun(place, caller, call) : Journal::open(place.store(), session_);
  session_ = journal.info().id;
  uid_ = journal.info().uid;
  client_ = caller.client;
  place.around().author = {caller.client.empty() ? std::string(kMode) : caller.client, session_,
                           true};
  Policy policy = policy_of(consent);
  Transcript transcript(journal, {nullptr, &place.tools(), &policy, &place.store().clock(), {}});
  if (begins) transcript.add(EventKind::started, started(place, caller));
  ToolResult result = transcript.call(call);
  transcript.end_turn();
  return result;
}

std::string Recording::session() {
  const std::lock_guard lock(mutex_);
  return uid_;
}

void Recording::end(Place& place, std::string_view reason) {
  const std::lock_guard lock(mutex_);
  if (session_ != 0) finish(place, reason);
}

void Recording::finish(Place& place, std::string_view reason) {
  Journal journal = Journal::open(place.store(), session_);
  session_ = 0;
  Transcript transcript(journal, {nullptr, nullptr, nullptr, &place.store().clock(), {}});
  transcript.add(EventKind::ended, Json::object({{"status", "done"}, {"reason", reason}}));
  transcript.end_turn();
}

}  // namespace dossier::mcp
