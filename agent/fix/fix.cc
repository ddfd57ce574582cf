#include "agent/fix/fix.h"

#include <algorithm>

#include "agent/fix/dialogue.h"
#include "agent/prompt.h"
#include "agent/workspace/snapshot.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr int64_t kFixVersion = 1;
constexpr std::string_view kPrompts[] = {"more_information", "success",      "failure",
                                         "verification",     "check_failed", "summary"};

std::string prompt_of(std::string_view name, const std::string& folder) {
  return prompt_text("grpc_" + std::string(name) + ".md", folder);
}

std::string reason_of(const LoopEnd& end) {
  if (end.why == LoopEnd::accepted) return {};
  if (end.why != LoopEnd::too_many_corrections) return end.text;
  // What was wrong, without what to write instead.
  std::string faults;
  for (size_t at = 0; at < end.text.size();) {
    const size_t next = std::min(end.text.find('\n', at), end.text.size());
    const std::string_view line = std::string_view(end.text).substr(at, next - at);
    if (line.starts_with("- "))
      faults += (faults.empty() ? "" : "; ") + std::string(line.substr(2));
    at = next + 1;
  }
  if (faults.empty()) faults = end.text.substr(0, end.text.find('\n'));
  return "no usable reply after three corrections; the last was: " +
         std::string(utf8_prefix(faults, 400));
}

/// Bytes that are not UTF-8, for the record: each as the character of its number.
std::string bytes_in_text(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) append_utf8(text, static_cast<unsigned char>(byte));
  return text;
}

std::string bytes_of_text(std::string_view text) {
  std::string bytes;
  for (size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text, at);
    bytes += static_cast<char>(next.code);
    at += next.length;
  }
  return bytes;
}

}  // namespace

Setup set_up_fix(const Toolbox& tools, const FixOptions& options) {
  Setup out;
  out.protocol = options.is_seed_only ? &seed_tags() : &tags();
  out.request.system = prompt_of("start", options.prompts);
  if (!options.is_seed_only) out.request.system += "\n" + prompt_of("store", options.prompts);
  std::string schemas;
  for (const auto& tool : tools.specs()) schemas += tool.name + tool.schema.dump() + "\n";
  Json prompts = Json::object();
  for (const auto name : kPrompts) prompts.set(name, prompt_of(name, options.prompts));
  out.started = Json::object({{"version", kFixVersion},
                              {"mode", kFixMode},
                              {"model", options.model},
                              {"protocol", out.protocol->name()},
                              {"project", options.project},
                              {"root", std::string(kSnapshotRoot) + options.snapshot},
                              {"snapshots", options.snapshot},
                              {"calls", options.limits.calls},
                              {"ms", options.limits.ms},
                              {"turns", options.limits.turns},
                              {"tokens", options.limits.tokens},
                              {"context_tokens", options.context_tokens},
                              {"check", options.check},
                              {"protos", options.protos},
                              {"prompts", std::move(prompts)},
                              {"prompt", hex(bytes_of(sha256({out.request.system})), 16)},
                              {"tools", hex(bytes_of(sha256({schemas})), 16)}});
  if (!options.permit.empty()) out.started.set("permit", options.permit);
  if (!is_utf8(options.protos)) out.started.set("protos_bytes", bytes_in_text(options.protos));
  return out;
}

FixOptions fix_options_in(const Json& started) {
  FixOptions out;
  out.model = started.text("model");
  out.project = started.text("project");
  out.snapshot = started.text("snapshots");
  out.protos = started.text("protos");
  if (!started.text("protos_bytes").empty())
    out.protos = bytes_of_text(started.text("protos_bytes"));
  out.permit = started.text("permit");
  out.check = started.text("check");
  out.is_seed_only = started.text("protocol") == seed_tags().name();
  out.context_tokens = started.number("context_tokens", out.context_tokens);
  out.limits = limits_in(started);
  return out;
}

std::string_view FixResult::outcome() const {
  if (end.why == LoopEnd::failed) return "failed";
  if (end.why != LoopEnd::accepted) return "stopped";
  return !unchecked.empty() ? "unchecked" : has_changed ? "fixed" : "unchanged";
}

Json json_of(std::span<const GoalStatus> goals) {
  Json out = Json::array();
  for (const auto& goal : goals)
    out.add(Json::object(
        {{"goal", goal.goal}, {"status", goal.status.empty() ? "Not Reported" : goal.status}}));
  return out;
}

FixResult run_fix(Transcript& transcript, Setup setup, const std::string& context,
                  const LoopListener& listener, const std::stop_token& stop,
                  const FixOptions* again) {
  transcript.add(EventKind::started, setup.started);
  transcript.introduce(setup.request);
  Conversation conversation{std::move(setup.request), {}, {0, 0}};
  conversation.request.messages = {transcript.say({Role::user, context, {}, {}})};
  Dialogue dialogue(transcript, setup, conversation, listener, stop, again);
  const LoopLimits limits = limits_in(setup.started);
  FixResult out;
  out.end =
      run_loop(transcript, *setup.protocol, conversation, dialogue.hooks(), limits, listener, stop);
  out.end.text = reason_of(out.end);
  out.turns = conversation.turns;
  out.tokens = conversation.tokens;
  out.is_estimated = conversation.is_estimated;
  out.has_changed = dialogue.has_changed();
  out.unchecked = dialogue.unchecked();
  out.goals = dialogue.goals();
  transcript.add(EventKind::ended,
                 Json::object({{"status", out.end.why == LoopEnd::accepted ? "done" : "failed"},
                               {"reason", out.end.text},
                               {"outcome", out.outcome()},
                               {"goals", json_of(out.goals)},
                               {"tokens", out.tokens}}));
  transcript.end_turn();
  return out;
}

}  // namespace dossier
