#pragma once
// A conversation about a workspace (seed 002): a person's turn, the loop, an answer that names what
// was edited. Results of actions go to the model, never to the person as they are.
#include <stop_token>
#include <string>
#include <vector>

#include "agent/ask.h"
#include "agent/loop.h"
#include "agent/transcript.h"

namespace dossier {

class Chat {
 public:
  /// Begins: records the `started` event.
  Chat(Transcript& transcript, Setup setup, const LoopLimits& limits);
  /// Goes on with a recorded conversation.
  Chat(Transcript& transcript, Setup setup, const LoopLimits& limits,
       std::vector<Message> messages);

  /// Goes on in another mode: records it, keeps what was said.
  void change(Setup setup, const LoopLimits& limits);

  struct Turn {
    bool answered = false;
    std::string text;                 // the answer, or why there is none
    std::vector<std::string> edited;  // paths, in order
    std::optional<Error> failure{};   // of the model, when it failed or was stopped
  };
  /// One turn: what the person says, and what comes of it.
  Turn turn(const std::string& text, const LoopListener& listener, const std::stop_token& stop);

  const Usage& usage() const { return conversation_.usage; }

 private:
  Transcript& transcript_;
  const Protocol* protocol_;
  LoopLimits limits_;
  Conversation conversation_;
};

}  // namespace dossier
