#pragma once
// What a person sees while a turn of a chat runs: the reply as it arrives, without its actions and
// with its Markdown drawn on a terminal, and one line per tool call. Results of tools are for the
// model only.
#include <string>
#include <string_view>

#include "agent/auto/script_event.h"
#include "agent/loop.h"
#include "agent/protocols/action_filter.h"
#include "cli/markdown.h"

namespace dossier::cli {

/// One line on standard error for each thing that a script does; with `debug` also its code, what
/// it logs, and its summary.
ScriptListener script_output(bool debug);

class ChatOutput {
 public:
  /// Streams replies to standard output if it is a terminal; activity goes to standard error.
  explicit ChatOutput(bool may_stream);

  LoopListener listener();
  /// Shows what was held back of a reply that is being streamed.
  void end_reply();
  /// Ends a turn: prints its answer unless it was streamed.
  void end(const std::string& text);

 private:
  void show(const std::string& drawn);

  bool streams_;
  bool shown_ = false;  // the last reply was streamed
  protocols::ActionFilter filter_;
  MarkdownStream markdown_;
};

}  // namespace dossier::cli
