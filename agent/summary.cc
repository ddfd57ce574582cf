#include "agent/summary.h"

#include <algorithm>

#include "agent/correction.h"
#include "agent/protocols/reply_text.h"
#include "engine/ascii.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kLeastTold = 400;
constexpr std::string_view kSoFar = "# What has happened so far, in short\n\n";
constexpr std::string_view kAskedLast = "\n\n# What was asked last\n\n";

// What a message says, whatever its dialect.
std::string said_in(const Message& message) {
  std::string out = message.text;
  for (const auto& call : message.calls) out += (out.empty() ? "" : "\n") + to_json(call).dump();
  for (const auto& result : message.results)
    out += (out.empty() ? "" : "\n") + to_json(result).dump();
  return out;
}

// The question in a chat's first message, which may stand behind a summary.
std::string question_in(const std::string& text) {
  const size_t asked = text.starts_with(kSoFar) ? text.rfind(kAskedLast) : text.npos;
  return asked == text.npos ? text : text.substr(asked + kAskedLast.size());
}

}  // namespace

bool is_from_person(const Message& message) {
  if (message.role != Role::user) return false;
  const std::string_view text = message.text;
  return !text.starts_with("ACTION_RESULT: ") && !text.starts_with("{\"tool_results\":") &&
         !text.starts_with(kMissingReport) && !is_correction(text);
}

size_t tail_of(std::span<const Message> messages, int64_t tokens) {
  size_t first = messages.size(), bytes = 0;
  for (size_t i = messages.size(); i-- > 1;) {
    bytes += bytes_of_message(messages[i]);
    if (messages[i].role != Role::assistant) continue;
    if (first != messages.size() && static_cast<int64_t>(bytes / 4) > tokens) break;
    first = i;
  }
  return first == messages.size() ? 1 : first;
}

std::string told(std::span<const Message> messages, std::string_view summary, size_t bytes) {
  std::string out;
  if (!summary.empty()) out += "# Earlier\n\n" + std::string(summary) + "\n\n";
  const size_t share = std::max(kLeastTold, bytes / std::max<size_t>(1, messages.size()));
  for (const auto& message : messages) {
    const std::string text = said_in(message);
    out += message.role == Role::assistant ? "# The model\n\n" : "# The answer to it\n\n";
    out += utf8_prefix(text, share);
    out += text.size() > share ? "\n[cut]\n\n" : "\n\n";
  }
  return out;
}

void put_summary(std::vector<Message>& messages, const Message& start, size_t kept,
                 const std::string& summary) {
  messages.erase(messages.begin() + 1, messages.begin() + static_cast<std::ptrdiff_t>(kept));
  messages.front() = {Role::user, start.text + "\n\n" + std::string(kSoFar) + summary, {}, {}};
}

void put_chat_summary(std::vector<Message>& messages, size_t kept, const std::string& summary) {
  std::string question;
  for (size_t i = 0; i < kept && i < messages.size(); ++i)
    if (is_from_person(messages[i])) question = question_in(messages[i].text);
  messages.erase(messages.begin() + 1, messages.begin() + static_cast<std::ptrdiff_t>(kept));
  messages.front() = {
      Role::user, std::string(kSoFar) + summary + std::string(kAskedLast) + question, {}, {}};
}

std::string chat_summary_in(std::span<const Message> messages) {
  if (messages.empty() || !messages[0].text.starts_with(kSoFar)) return {};
  const std::string& text = messages[0].text;
  const size_t asked = text.rfind(kAskedLast);
  return text.substr(kSoFar.size(), asked == text.npos ? asked : asked - kSoFar.size());
}

std::variant<std::string, Error> summarised(Transcript& transcript, Conversation& conversation,
                                            const Shortening& how, size_t first, size_t kept,
                                            int64_t deadline, const std::stop_token& stop) {
  const auto& messages = conversation.request.messages;
  ModelRequest ask;
  ask.system = how.prompt;
  ask.timeout_ms = deadline - transcript.now_ms();
  const auto context = static_cast<size_t>(how.context_tokens);
  ask.messages = {{Role::user,
                   told(std::span(messages).subspan(first, kept - first), how.summary, context * 3),
                   {},
                   {}}};
  Message raw;
  auto outcome = transcript.reply(ask, nullptr, stop, raw);
  if (auto* error = std::get_if<Error>(&outcome)) return std::move(*error);
  const ModelReply& reply = std::get<ModelReply>(outcome);
  count_tokens(conversation, ask, reply);
  // Half a context of summary would soon be summarised again.
  std::string summary(utf8_prefix(reply.message.text, context / 2));
  if (trimmed(summary).empty()) return Error(ErrorCode::invalid, "the model's summary is empty");
  transcript.add(EventKind::summary, Json::object({{"replaces", kept - 1}, {"text", summary}}));
  return summary;
}

}  // namespace dossier
