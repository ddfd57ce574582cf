#pragma once
// What gives way where a conversation no longer fits into the model's context: its older part, to
// what the model says of it. The newest messages stay as they are, from a reply of the model on,
// and an event says how many gave way to what. Sessions of the tag dialogue and chats share this;
// they differ in what stands before the summary (Keeps).
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agent/loop.h"
#include "agent/transcript.h"

namespace dossier {

/// The first of the last messages that fit into `tokens`, at least the last reply and its answer.
/// It is a reply; 1 if that leaves nothing before it but the first message.
size_t tail_of(std::span<const Message> messages, int64_t tokens);

/// A part of the conversation, with what an earlier summary says of what came before, as the text
/// to be summarised: at most some `bytes`, each message cut alike.
std::string told(std::span<const Message> messages, std::string_view summary, size_t bytes);
/// Puts a summary in the place of all messages before `kept`; the first is `start` and the summary.
void put_summary(std::vector<Message>& messages, const Message& start, size_t kept,
                 const std::string& summary);

/// How a chat begins the message that asks for a report of edits.
inline constexpr std::string_view kMissingReport = "Your answer does not report every edit. ";

/// Whether a message of a conversation is what a person said: no result, no correction.
bool is_from_person(const Message& message);

/// The same in a chat, where the last question of a person before `kept` stays, behind the summary.
void put_chat_summary(std::vector<Message>& messages, size_t kept, const std::string& summary);
/// What an earlier summary at the beginning of a chat says; "" if there is none.
std::string chat_summary_in(std::span<const Message> messages);

/// How a conversation is shortened.
struct Shortening {
  int64_t context_tokens;
  const std::string& prompt;   // the instructions for a summary
  const std::string& summary;  // of what gave way before, if the first message does not say it
};
/// Asks for a summary of the messages from `first` to `kept`, and records it. The caller puts it in
/// their place. Fails as the model does.
std::variant<std::string, Error> summarised(Transcript& transcript, Conversation& conversation,
                                            const Shortening& how, size_t first, size_t kept,
                                            int64_t deadline, const std::stop_token& stop);

}  // namespace dossier
