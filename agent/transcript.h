#pragma once
// The only object with access to live effects: the model, the tools, the policy, the clock.
// Everything the loop does goes through it and is recorded: an effect is asked, run, settled. If it
// follows a record, it compares what the loop does with the record, byte for byte, and returns the
// recorded outcomes without running anything. After the end of the record it is live (a fork, a
// resumed session) or refuses (a strict replay). It redacts secrets before the record and the model
// see them.
//
// Rejected: a logger beside the effects, whose log could differ from what happened.
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "agent/journal.h"
#include "agent/model.h"
#include "agent/protocol.h"
#include "agent/redact.h"
#include "agent/request_record.h"
#include "agent/tool.h"
#include "engine/error.h"

namespace dossier {

/// The effects of a session. Borrowed; null if the transcript follows a record to its end.
struct Effects {
  Model* model = nullptr;
  const Toolbox* tools = nullptr;
  Policy* policy = nullptr;
  Clock* clock = nullptr;
  std::string root;  // of the workspace, for undo; "" = none
};

/// The program differs from the record: where, and what each of them has.
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

/// Where a program stopped in the middle of what it did: the last event it recorded, and the step.
struct Interruption {
  int64_t seq = 0;
  std::string step;  // "model_asked", "tool_asked edit_file"
};

class Transcript {
 public:
  /// Records into `journal`. If `record` is given (the journal's events, or the events that a fork
  /// shares), it is followed first; its events are neither run nor recorded again.
  Transcript(Journal& journal, Effects effects, std::vector<SessionEvent> record = {});
  /// Follows `record` and touches nothing. Anything after its end is a Divergence.
  explicit Transcript(std::vector<SessionEvent> record);

  /// Records a fact, or compares it with the record.
  void add(EventKind kind, const Json& body);
  /// Records the start of every request, its system prompt and tools, or takes it from the record,
  /// so that a session has the same meaning to a program with other prompts and tools. A record
  /// that does not have it leaves the request unchanged.
  void introduce(ModelRequest& request);
  /// Redacts a message, records it in the conversation and returns it.
  Message say(const Message& message);
  /// Asks the model for a reply; returns it or its failure. `raw` receives the message before
  /// redaction, for the meaning of its calls.
  std::variant<ModelReply, Error> reply(const ModelRequest& request, const ModelListener& listener,
                                        std::stop_token stop, Message& raw);
  /// Calls a tool, including the permission check.
  ToolResult call(const ToolCall& call);

  /// A call that a script made, with the permission event's body if there was one.
  struct Made {
    ToolResult result;
    int64_t ms = 0;
    Json permission{};
    int64_t asked_ms = 0;  // what a person took to permit it, before
  };
  /// Makes the calls of a script, each as call() does. Neighbours that only read and may run beside
  /// each other do: they are then asked in order, run, and settled in order. A question to a person
  /// names `within`. Calls that look up or read end after `left_ms`, without what a person takes.
  /// Never called in a record: there the script's own outcome is taken.
  std::vector<Made> call_within(std::string_view within, const std::vector<ToolCall>& calls,
                                int64_t left_ms = INT64_MAX / 2);
  /// The results of the calls within the last ones, live or recorded, without what only the script
  /// was told; they are gone from here then.
  std::vector<ToolResult> take_within();
  /// Records how the effect of the tool that is running comes along.
  void progress(std::string_view tool, const Json& body, int64_t ms = -1);
  /// Records a call that is not run as asked and settled.
  ToolResult refuse(const ToolCall& call, std::string_view why);
  /// Records the answer of an automation with its findings.
  void answer(const Report& answer, const std::vector<StoredFinding>& findings);
  /// Ends a turn: indexes its words.
  void end_turn();

  /// What tools that look up or read call again and again from now on, in any thread: it throws to
  /// end them. Empty = nothing.
  void set_checkpoint(std::function<void()> checkpoint) { checkpoint_ = std::move(checkpoint); }
  /// When the turn's calls end, of steady_ms(); a script does so, too.
  void set_calls_end(int64_t steady) { calls_end_ = steady; }
  int64_t calls_end() const { return calls_end_; }

  /// Who is asked from now on.
  void change_model(Model& model) { effects_.model = &model; }

  /// Milliseconds since 1970, from the clock or from the record.
  int64_t now_ms();
  /// Whether the deadline has passed. In a record it has passed if the loop asked nothing more, or
  /// at the record's end, because the loop's clock was later than the previous event by an unknown
  /// amount.
  bool is_over(int64_t deadline_ms);
  /// Whether the record shows that the program stopped here. What the loop still does on its way
  /// out is neither compared nor recorded, and every effect fails, until resume().
  bool is_interrupted() const { return interrupted_; }
  /// Goes on where another run of the program did.
  void resume();
  const std::vector<Interruption>& interruptions() const { return interruptions_; }
  /// Whether outcomes still come from the record.
  bool following() { return journal_ == nullptr || upcoming() != nullptr; }
  /// The number of events compared with the record so far.
  size_t followed() const { return next_; }
  /// The next recorded event that the loop itself has to produce; null at the record's end.
  const SessionEvent* upcoming();
  const std::vector<SessionEvent>& record() const { return record_; }
  Journal& journal() { return *journal_; }

 private:
  // A call between its asked and its settled event.
  struct Asked {
    const ToolCall& call;
    ToolCall shown;              // redacted
    const Tool* tool = nullptr;  // null if there is none
    Capability capability = Capability::lookup;
    Decision decision{true, "policy"};
    Json permission{};
  };
  Asked ask(const ToolCall& call, std::string_view within);
  ToolResult run(const Asked& asked, const EditListener& on_edit,
                 const std::function<void()>& checkpoint) const;
  ToolResult settle(const Asked& asked, ToolResult result, int64_t ms);
  void note_within(ToolResult result);
  void put(EventKind kind, std::string_view tool, const std::string& body, int64_t ms = -1,
           bool durable = false);
  const SessionEvent& follow(EventKind kind, std::string_view tool, const std::string& body);
  /// The event that settles the last asked effect, of this tool; events in between belong to it.
  /// Null if the program stopped before it.
  const SessionEvent* settled(EventKind kind, std::string_view tool = {});
  /// Whether the program stopped before it did this: the record ends, or another run begins.
  bool stops_before(EventKind kind);
  void interrupt();

  std::variant<ModelReply, Error> recorded_reply(Message& raw);

  Journal* journal_ = nullptr;
  Effects effects_;
  std::function<void()> checkpoint_;
  int64_t calls_end_ = INT64_MAX;
  std::vector<SessionEvent> record_;
  size_t next_ = 0;
  RequestDigest digest_;
  std::vector<ToolResult> within_;
  bool interrupted_ = false;
  std::vector<Interruption> interruptions_;
  std::optional<int64_t> behind_;  // how far the record's clock is behind ours
};

/// The conversation of a chat in its record: messages, the model's replies, the tools' results, as
/// the dialect of the last `started` event renders it, or `protocol` where there is none; with what
/// a summary replaced and what was taken back. A call that was never settled is answered with that
/// fact.
std::vector<Message> fold(const std::vector<SessionEvent>& record, const Protocol& protocol);

/// The results of every call in a record that the loop made; those that a script made are its own.
std::vector<ToolResult> results_in(const std::vector<SessionEvent>& record);

}  // namespace dossier
