#pragma once
// A dialect between a model's text and calls of tools. Pure and total: no input or output beyond
// its arguments, and no reply makes it throw; a reply that breaks the dialect becomes faults, which
// the same dialect renders as a correction. parse(render(turn)) = turn for every turn the dialect
// can express. The loop holds a Protocol and never learns which one.
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

  /// Name and version, as a transcript records it: "json_calls/1".
  virtual std::string_view name() const = 0;
  /// What an assistant's message means.
  virtual Turn parse(const Message& reply) const = 0;
  /// The canonical message that means `turn`.
  virtual Message render(const Turn& turn) const = 0;
  /// The message that brings results to the model, in the order given.
  virtual Message render_results(std::span<const ToolResult> results) const = 0;
  /// The message that tells the model what to write instead.
  virtual Message correction(std::span<const Fault> faults) const = 0;
};

/// `{"tool_calls":[{"tool","input"}]}` in the reply's text, answered by `{"tool_results":[…]}`.
const Protocol& json_calls();
/// `ACTION: READ_FILE(path='…')` lines, answered by `ACTION_RESULT:` blocks.
const Protocol& action_lines();
/// The provider's own tool calling: calls and results are structure, not text.
const Protocol& native_calls();

/// The protocol a transcript recorded under `name`, or null when this program has no such dialect.
const Protocol* protocol_named(std::string_view name);

}  // namespace dossier
