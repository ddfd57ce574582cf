#pragma once
// A conversation about a workspace (seed 002). A turn is what the person says, the loop, and an
// answer that names the edited files. Results of actions go to the model, not directly to the
// person. Where it no longer fits into the model's context, older turns give way to a summary.
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

  /// Changes the mode or the model and records the change; the conversation is kept, in the dialect
  /// of the new model.
  void change(Setup setup, const LoopLimits& limits);
  /// Takes back the person's last message and all that followed, records that, and returns the
  /// message. Throws Error{conflict} if there is none, or if a summary has replaced it.
  std::string rewind();

  /// Replaces the conversation with the one of a record.
  void restore(const std::vector<SessionEvent>& record);

  struct Turn {
    bool answered = false;
    std::string text;                 // the answer, or why there is none
    std::vector<std::string> edited;  // paths, in order
    std::optional<Error> failure{};   // of the model, when it failed or was stopped
    bool is_cut = false;              // the answer ends at the model's limit
  };
  /// Runs one turn with the person's text.
  Turn turn(const std::string& text, const LoopListener& listener, const std::stop_token& stop);

  const Usage& usage() const { return conversation_.usage; }

  /// What the next request to the model consists of, in tokens of four bytes.
  struct Filling {
    int64_t instructions = 0, tools = 0, summary = 0, person = 0, model = 0, results = 0;
    int64_t limit = 0;  // 0 = not known
    int64_t total() const { return instructions + tools + summary + person + model + results; }
  };
  Filling filling() const;

 private:
  std::optional<LoopEnd> shorten(const LoopListener& listener, int64_t deadline,
                                 const std::stop_token& stop);
  void take(const Setup& setup);

  Transcript& transcript_;
  const Protocol* protocol_;
  LoopLimits limits_;
  int64_t context_tokens_ = 0;  // 0 = nothing gives way
  std::string summary_prompt_;
  Conversation conversation_;
};

}  // namespace dossier
