#pragma once
// A conversation about a workspace (seed 002). A turn is what the person says, the loop, and an
// answer that names the edited files. Results of actions go to the model, not directly to the
// person.
#include <stop_token>
#include <string>
#include <vector>

#include "agent/ask.h"
#include "agent/loop.h"
#include "agent/transcript.h"

namespace dossier {

class Chat {
 public:
  /// Begins a conversation: records the `started` event.
  Chat(Transcript& transcript, Setup setup, const LoopLimits& limits);
  /// Continues a recorded conversation.
  Chat(Transcript& transcript, Setup setup, const LoopLimits& limits,
       std::vector<Message> messages);

  /// Changes the mode and records the change; the conversation is kept.
  void change(Setup setup, const LoopLimits& limits);

  /// Replaces the conversation with the one of a record.
  void restore(const std::vector<SessionEvent>& record);

  struct Turn {
    bool answered = false;
    std::string text;                 // the answer, or why there is none
    std::vector<std::string> edited;  // paths, in order
    std::optional<Error> failure{};   // of the model, when it failed or was stopped
  };
  /// Runs one turn with the person's text.
  Turn turn(const std::string& text, const LoopListener& listener, const std::stop_token& stop);

  const Usage& usage() const { return conversation_.usage; }

 private:
  Transcript& transcript_;
  const Protocol* protocol_;
  LoopLimits limits_;
  Conversation conversation_;
};

}  // namespace dossier
