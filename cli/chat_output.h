#pragma once
// What a person sees while a turn of a chat runs: the reply as it arrives, without its actions, and
// one line per tool call. Results of tools are for the model only.
#include <string>
#include <string_view>

#include "agent/loop.h"

namespace dossier::cli {

/// Removes ACTION lines and their content from a reply that arrives in pieces. A line is held back
/// until it cannot become an action.
class ActionFilter {
 public:
  /// The text that may be shown now.
  std::string feed(std::string_view piece);
  /// The rest of the reply, at its end.
  std::string finish();

 private:
  enum class Line { undecided, shown, hidden };
  void decide(std::string& out, bool ended);

  std::string held_;
  Line line_ = Line::undecided;
  bool in_action_ = false;  // everything after an action is its content
};

class ChatOutput {
 public:
  /// Streams replies to standard output if it is a terminal; activity goes to standard error.
  explicit ChatOutput(bool may_stream);

  LoopListener listener();
  /// Ends a turn: prints its answer unless it was streamed.
  void end(const std::string& text);

 private:
  void end_line();

  bool streams_;
  bool open_line_ = false;  // the cursor is not at the start of a line
  bool shown_ = false;      // the last reply was streamed
  ActionFilter filter_;
};

}  // namespace dossier::cli
