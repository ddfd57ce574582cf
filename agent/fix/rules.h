#pragma once
// The rules of the tag dialogue that need no session: how much of a result is shown, what is said
// of a check, what a summary is made of. Pure. Those of its goals are in agent/fix/goals.h.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/turn.h"

namespace dossier {

/// The results with at most `bytes` of text together, each cut after a line or a row, with a note
/// that says how to read on.
std::vector<ToolResult> bounded(std::span<const ToolResult> results, size_t bytes);

/// Of a check that has no result.
std::string why_not_run(const ToolResult& result);
/// For the final check: that the command passed, or why it was not run. "" if it failed.
std::string noted_check(const ToolResult& result);
/// The command that failed, how, and what it printed.
std::string failed_check(const Json& result);

/// The first of the last messages that fit into `tokens`, at least the last reply and its answer.
/// It is a reply; 1 if that leaves nothing before it but the first message.
size_t tail_of(std::span<const Message> messages, int64_t tokens);

/// A part of the conversation, with what an earlier summary says of what came before, as the text
/// to be summarised: at most some `bytes`, each message cut alike.
std::string told(std::span<const Message> messages, std::string_view summary, size_t bytes);
/// Puts a summary in the place of all messages before `kept`; the first is `start` and the summary.
void put_summary(std::vector<Message>& messages, const Message& start, size_t kept,
                 const std::string& summary);

}  // namespace dossier
