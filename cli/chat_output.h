#pragma once
// What a person sees of a chat's turn while it runs: the reply as it arrives, without the actions
// in it, and one line for each call of a tool. What tools answer is the model's.
#include <string>
#include <string_view>

#include "agent/loop.h"

namespace dossier::cli {

/// Cuts ACTION lines, and what belongs to them, out of a reply that arrives in pieces. A line is
/// held back until it cannot become one.
class ActionFilter {
 public:
  /// What of the reply may be shown now.
  std::string feed(std::string_view piece);
  /// What is left of it at its end.
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
  /// Streams replies to standard output when it is a terminal; activity goes to standard error.
  explicit ChatOutput(bool may_stream);

  LoopListener listener();
  /// After a turn: its answer, unless it was streamed.
  void end(const std::string& text);

 private:
  void end_line();

  bool streams_;
  bool open_line_ = false;  // the cursor stands behind text
  bool shown_ = false;      // the last reply was streamed
  ActionFilter filter_;
};

}  // namespace dossier::cli
