// The conversation that a record tells of.
#include "agent/dispatch.h"
#include "agent/protocol.h"
#include "agent/summary.h"
#include "agent/tool.h"
#include "agent/transcript.h"

namespace dossier {
namespace {

class Folding {
 public:
  explicit Folding(const Protocol& protocol) : protocol_(&protocol) {}

  void take(const SessionEvent& event) {
    // What a script called is part of its result.
    if (open_ && open_->tool == kAutoTool && !event.tool.empty() && event.tool != kAutoTool) return;
    switch (event.kind) {
      case EventKind::started:
        return change(body_of(event));
      case EventKind::tool_asked:
        interrupted();
        open_ = tool_call_from(body_of(event));
        return;
      case EventKind::tool_settled:
        return settle(tool_result_from(body_of(event)));
      case EventKind::message:
        flush();
        messages_.push_back(message_from(body_of(event)));
        return;
      case EventKind::model_asked:
        flush();
        // A summary is asked for with a message of its own: its reply is no part of this.
        is_aside_ = body_of(event).number("messages", -1) != static_cast<int64_t>(messages_.size());
        return;
      case EventKind::model_settled:
        return reply(body_of(event));
      case EventKind::summary:
        return replace(body_of(event));
      case EventKind::rewound:
        return take_back(body_of(event).number("messages"));
      default:
        return;
    }
  }

  std::vector<Message> end() {
    flush();
    return std::move(messages_);
  }

 private:
  void settle(ToolResult result) {
    results_.push_back(std::move(result));
    open_.reset();
  }
  void interrupted() {
    if (open_)
      settle({*open_,
              false,
              -1,
              -1,
              false,
              {},
              "interrupted: the program stopped, and whether this ran is not known"});
  }
  void flush() {
    interrupted();
    if (!results_.empty()) messages_.push_back(protocol_->render_results(results_));
    results_.clear();
  }
  void change(const Json& started) {
    flush();
    const Protocol* next = protocol_named(started.text("protocol"));
    if (next == nullptr) return;
    messages_ = translated(std::move(messages_), *protocol_, *next);
    protocol_ = next;
  }
  void reply(const Json& body) {
    const Json* message = body.find("message");
    if (message != nullptr && !is_aside_) messages_.push_back(message_from(*message));
  }
  void replace(const Json& body) {
    const auto kept = static_cast<size_t>(body.number("replaces") + 1);
    if (kept <= messages_.size()) put_chat_summary(messages_, kept, body.text("text"));
  }
  void take_back(int64_t count) {
    flush();
    for (; count > 0 && !messages_.empty(); --count) messages_.pop_back();
  }

  const Protocol* protocol_;
  std::vector<Message> messages_;
  std::vector<ToolResult> results_;
  std::optional<ToolCall> open_;
  bool is_aside_ = false;
};

}  // namespace

std::vector<Message> fold(const std::vector<SessionEvent>& record, const Protocol& protocol) {
  Folding folding(protocol);
  for (const auto& event : record) folding.take(event);
  return folding.end();
}

}  // namespace dossier
