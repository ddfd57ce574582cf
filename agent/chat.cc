#include "agent/chat.h"

#include <algorithm>

namespace dossier {
namespace {

// The paths that tools changed since `from`.
std::vector<std::string> edited_since(const std::vector<ToolResult>& results, size_t from) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& path) {
    if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(path);
  };
  for (size_t i = from; i < results.size(); ++i) {
    if (!results[i].ok) continue;
    if (results[i].call.tool == "edit_file") add(results[i].result.text("path"));
    if (const Json* edits = results[i].result.find("edits"); edits != nullptr && edits->items())
      for (const auto& edit : *edits->items()) add(edit.text("path"));
  }
  return paths;
}

}  // namespace

Chat::Chat(Transcript& transcript, Setup setup, const LoopLimits& limits)
    : Chat(transcript, Setup(setup), limits, {}) {
  transcript_.add(EventKind::started, setup.started);
  transcript_.introduce(conversation_.request);
}

Chat::Chat(Transcript& transcript, Setup setup, const LoopLimits& limits,
           std::vector<Message> messages)
    : transcript_(transcript),
      protocol_(setup.protocol),
      limits_(limits),
      conversation_{std::move(setup.request), {}, {0, 0}} {
  conversation_.request.messages = std::move(messages);
}

void Chat::change(Setup setup, const LoopLimits& limits) {
  transcript_.add(EventKind::started, setup.started);
  transcript_.introduce(setup.request);
  protocol_ = setup.protocol;
  limits_ = limits;
  setup.request.messages = std::move(conversation_.request.messages);
  conversation_.request = std::move(setup.request);
}

void Chat::restore(const std::vector<SessionEvent>& record) {
  conversation_.request.messages = fold(record, *protocol_);
}

Chat::Turn Chat::turn(const std::string& text, const LoopListener& listener,
                      const std::stop_token& stop) {
  const size_t from = conversation_.results.size();
  conversation_.request.messages.push_back(transcript_.say({Role::user, text, {}, {}}));
  bool reminded = false;
  const auto accept = [&](const std::string& reply) -> std::optional<std::string> {
    std::string missing;
    for (const auto& path : edited_since(conversation_.results, from))
      if (reply.find(path) == reply.npos) missing += (missing.empty() ? "" : ", ") + path;
    if (missing.empty() || reminded) return std::nullopt;
    reminded = true;
    return "Your answer does not report every edit. Name each edited path and say what changed: " +
           missing + ".";
  };
  const LoopEnd end =
      run_loop(transcript_, *protocol_, conversation_, {accept}, limits_, listener, stop);
  transcript_.end_turn();
  return {end.why == LoopEnd::accepted, end.text, edited_since(conversation_.results, from),
          end.failure};
}

}  // namespace dossier
