#include "agent/chat.h"

#include <algorithm>

#include "agent/protocols/reply_text.h"
#include "agent/summary.h"
#include "engine/ascii.h"
#include "engine/error.h"

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
    for (const auto& edit : results[i].result["edits"].each()) add(edit.text("path"));
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
      conversation_{{}, {}, {0, 0}} {
  take(setup);
  conversation_.request = std::move(setup.request);
  conversation_.request.messages = std::move(messages);
}

void Chat::take(const Setup& setup) {
  context_tokens_ = setup.started.number("context_tokens", 0);
  summary_prompt_ = setup.started.text("summary_prompt");
}

void Chat::change(Setup setup, const LoopLimits& limits) {
  transcript_.add(EventKind::started, setup.started);
  transcript_.introduce(setup.request);
  setup.request.messages =
      translated(std::move(conversation_.request.messages), *protocol_, *setup.protocol);
  protocol_ = setup.protocol;
  limits_ = limits;
  take(setup);
  conversation_.request = std::move(setup.request);
}

void Chat::restore(const std::vector<SessionEvent>& record) {
  conversation_.request.messages = fold(record, *protocol_);
}

std::string Chat::rewind() {
  auto& messages = conversation_.request.messages;
  size_t at = messages.size();
  while (at > 0 && !is_from_person(messages[at - 1])) --at;
  if (at == 0) throw Error(ErrorCode::conflict, "nothing was asked yet");
  if (at == 1 && !chat_summary_in(messages).empty())
    throw Error(ErrorCode::conflict, "what was asked last has given way to a summary");
  std::string text = messages[at - 1].text;
  transcript_.add(EventKind::rewound, Json::object({{"messages", messages.size() - at + 1}}));
  messages.resize(at - 1);
  return text;
}

Chat::Filling Chat::filling() const {
  Filling out;
  out.limit = context_tokens_;
  const ModelRequest& request = conversation_.request;
  out.instructions = static_cast<int64_t>(request.system.size() / 4);
  ModelRequest tools;
  tools.tools = request.tools;
  out.tools = tokens_in(tools);
  const auto summary = static_cast<int64_t>(chat_summary_in(request.messages).size() / 4);
  out.summary = summary;
  out.person = -summary;  // it stands in the first message
  for (const auto& message : request.messages) {
    const auto tokens = static_cast<int64_t>(bytes_of_message(message) / 4);
    (message.role == Role::assistant ? out.model
     : is_from_person(message)       ? out.person
                                     : out.results) += tokens;
  }
  out.person = std::max<int64_t>(0, out.person);
  return out;
}

// Older turns give way before a request that would not fit. Where nothing can, the model is asked
// all the same: the count is an estimate.
std::optional<LoopEnd> Chat::shorten(const LoopListener& listener, int64_t deadline,
                                     const std::stop_token& stop) {
  auto& messages = conversation_.request.messages;
  if (context_tokens_ <= 0 || tokens_in(conversation_.request) <= context_tokens_)
    return std::nullopt;
  const size_t kept = tail_of(messages, context_tokens_ / 3);
  if (kept <= 1 || transcript_.is_over(deadline)) return std::nullopt;
  const std::string before = chat_summary_in(messages);
  auto summary = summarised(transcript_, conversation_, {context_tokens_, summary_prompt_, before},
                            before.empty() ? 0 : 1, kept, deadline, stop);
  if (const auto* error = std::get_if<Error>(&summary)) {
    Error why(
        error->code(),
        "the context is full, and summarising its older messages failed: " +
            std::string(trimmed(error->message())) +
            "; all of them are kept, and the question was not asked: a retry tries again, and "
            "another model may have the room",
        error->origin());
    return LoopEnd{LoopEnd::failed, why.message(), std::move(why)};
  }
  put_chat_summary(messages, kept, std::get<std::string>(summary));
  if (listener.on_summary) listener.on_summary(kept - 1);
  return std::nullopt;
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
    return std::string(kMissingReport) + "Name each edited path and say what changed: " + missing +
           ".";
  };
  LoopHooks hooks{accept};
  hooks.before = [&](Conversation&, int64_t deadline) { return shorten(listener, deadline, stop); };
  const LoopEnd end =
      run_loop(transcript_, *protocol_, conversation_, hooks, limits_, listener, stop);
  transcript_.end_turn();
  return {end.why == LoopEnd::accepted, end.text, edited_since(conversation_.results, from),
          end.failure, end.is_cut};
}

}  // namespace dossier
