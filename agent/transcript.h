#pragma once
// The only object that holds live effects: the model, the tools, the policy, the clock. Everything
// the loop does goes through it and is recorded on the way: an effect is asked, run, settled. Given
// a record to follow, it compares what the loop does with what was recorded, byte for byte, and
// hands back the recorded outcomes instead of running anything; what comes after the record is live
// (a fork, a session that goes on) or refused (a strict replay). Secrets are redacted here, before
// the record and the model see them.
//
// Rejected: a logger beside the effects, which could say something else than what happened.
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "agent/journal.h"
#include "agent/model.h"
#include "agent/protocol.h"
#include "agent/redact.h"
#include "agent/tool.h"
#include "engine/error.h"

namespace dossier {

/// What a session may do. All borrowed; null where the transcript follows a record to its end.
struct Effects {
  Model* model = nullptr;
  const Toolbox* tools = nullptr;
  Policy* policy = nullptr;
  Clock* clock = nullptr;
  std::string root;  // of the workspace, for undo; "" = none
};

/// The program did something else than the record says: where, and what each says.
class Divergence : public Error {
 public:
  Divergence(int64_t step, std::string expected, std::string got);
  int64_t step() const { return step_; }
  const std::string& expected() const { return expected_; }
  const std::string& got() const { return got_; }

 private:
  int64_t step_;
  std::string expected_, got_;
};

class Transcript {
 public:
  /// Records into `journal`, live from its end on. Where `record` is given (the journal's events,
  /// or what a fork shares), it is followed first, and nothing of it runs or is recorded again.
  Transcript(Journal& journal, Effects effects, std::vector<SessionEvent> record = {});
  /// Follows `record` and touches nothing. Past its end everything is a Divergence.
  explicit Transcript(std::vector<SessionEvent> record);

  /// A fact: recorded, or compared with the record.
  void add(EventKind kind, const Json& body);
  /// What every request begins with, its system prompt and its tools: recorded, or taken from the
  /// record, so that a session means the same to a program that has other prompts and tools. A
  /// record made before it was kept leaves the request as it is.
  void introduce(ModelRequest& request);
  /// The redacted message, recorded as part of the conversation.
  Message say(const Message& message);
  /// One reply of the model, or why there is none. `raw` receives the message before redaction:
  /// what its calls mean.
  std::variant<ModelReply, Error> reply(const ModelRequest& request, const ModelListener& listener,
                                        std::stop_token stop, Message& raw);
  /// One call of a tool, permission included.
  ToolResult call(const ToolCall& call);
  /// A call that is not run, recorded as asked and settled all the same.
  ToolResult refuse(const ToolCall& call, std::string_view why);
  /// The answer of an automation with its findings.
  void answer(const Report& answer, const std::vector<StoredFinding>& findings);
  /// Ends a turn: indexes its words.
  void end_turn();

  /// Milliseconds since 1970: the clock's, or the record's.
  int64_t now_ms();
  /// Whether that time has passed. In a record it has where the loop asked nothing more, or where
  /// the record ends: the loop's clock stood later than the event before by nobody knows how much.
  bool is_over(int64_t deadline_ms);
  /// Whether outcomes still come from a record.
  bool following() { return journal_ == nullptr || upcoming() != nullptr; }
  /// How many events of the record were compared.
  size_t followed() const { return next_; }
  /// The next recorded event that the loop has to make itself; null at the end of the record.
  const SessionEvent* upcoming();
  const std::vector<SessionEvent>& record() const { return record_; }
  Journal& journal() { return *journal_; }

 private:
  void put(EventKind kind, std::string_view tool, const std::string& body, int64_t ms = -1,
           bool durable = false);
  const SessionEvent& follow(EventKind kind, std::string_view tool, const std::string& body);
  /// The event that settles what was just asked; whatever lies between belongs to the effect.
  const SessionEvent& settled(EventKind kind);

  std::variant<ModelReply, Error> recorded_reply(Message& raw);
  std::string digest_of(const ModelRequest& request);

  // The messages of the last request under a running hash, so that a long conversation is not
  // hashed anew every turn; conversations only grow.
  struct Hashed {
    size_t size;  // of the message, to notice another conversation
    Digest digest;
  };

  Journal* journal_ = nullptr;
  Effects effects_;
  std::vector<SessionEvent> record_;
  size_t next_ = 0;
  std::vector<Hashed> hashed_;
  std::optional<int64_t> behind_;  // how far the record's clock is behind ours
};

/// The conversation that a record amounts to: what was said, what the model replied, what the tools
/// answered, as `protocol` renders it. A call that was never settled is answered with that fact.
std::vector<Message> fold(const std::vector<SessionEvent>& record, const Protocol& protocol);

/// The system prompt and the tools of a `setup` event's body.
void read_setup(const Json& body, ModelRequest& request);

/// The results of every call in a record.
std::vector<ToolResult> results_in(const std::vector<SessionEvent>& record);

}  // namespace dossier
