#pragma once
// What a chat says of itself: what fills its context, what it cost, and its text as a file.
#include <string>
#include <vector>

#include "agent/chat.h"
#include "agent/journal.h"

namespace dossier::cli {

/// /context: tokens by part, and of how many.
void print_filling(const Chat::Filling& filling, bool json);
/// /cost: tokens and dollars by model.
void print_cost(const std::vector<SessionEvent>& events, bool json);
/// /save: writes the text to `path`, or to chat-SESSION.md for "". Throws Error{conflict} rather
/// than write over a file.
void save_conversation(const std::string& text, const std::string& session, std::string path,
                       bool json);

}  // namespace dossier::cli
