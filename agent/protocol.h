#pragma once
// A dialect between a model's text and tool calls. A protocol is pure and total: it has no input or
// output beyond its arguments, and no reply makes it throw. A reply that violates the dialect gives
// faults, which the same dialect renders as a correction. parse(render(turn)) = turn for every turn
// that the dialect can express. The loop does not know which protocol it uses.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/turn.h"

namespace dossier {

class Protocol {
 public:
  virtual ~Protocol() = default;

  /// Name and version, as recorded in transcripts: "json_calls/1".
  virtual std::string_view name() const = 0;
  /// Parses an assistant's message.
  virtual Turn parse(const Message& reply) const = 0;
  /// Renders a turn as its canonical message.
  virtual Message render(const Turn& turn) const = 0;
  /// Renders results as a message to the model, in the given order.
  virtual Message render_results(std::span<const ToolResult> results) const = 0;
  /// Renders faults as a message that tells the model what to write instead.
  virtual Message correction(std::span<const Fault> faults) const = 0;
};

/// `{"tool_calls":[{"tool","input"}]}` in the reply's text, answered by `{"tool_results":[…]}`.
const Protocol& json_calls();
/// `ACTION: READ_FILE(path='…')` lines, answered by `ACTION_RESULT:` blocks.
/// A chat's has a line for every tool; the seed's has the three file actions and reads them only as
/// the seed writes them.
const Protocol& action_lines();
const Protocol& seed_action_lines();
/// The provider's own tool calling: calls and results are structure, not text.
const Protocol& native_calls();
/// The tag dialogue: `%_Thought_%`, `%_Plan_%`, and one act under a tag of its own, answered by
/// blocks of text.
const Protocol& tags();
/// The same without questions to the store: what the dialogue was before there was one.
const Protocol& seed_tags();

/// The messages of a conversation in `from` for a model that is spoken to in `to`. Structure
/// becomes text where `to` has none; text stays as it is.
std::vector<Message> translated(std::vector<Message> messages, const Protocol& from,
                                const Protocol& to);

/// The protocol with this recorded name, or null if this program does not have it.
const Protocol* protocol_named(std::string_view name);

}  // namespace dossier
