#pragma once
// The dialogue's part of the loop: which prompt follows a reply, when the end is the end, what
// gives way where the conversation no longer fits, and how a dialogue that was stopped goes on.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/ask.h"
#include "agent/fix/fix.h"
#include "agent/fix/goals.h"
#include "agent/loop.h"
#include "agent/transcript.h"

namespace dossier {

class Dialogue {
 public:
  /// All of it is borrowed. `again`: with what it goes on behind the transcript's record; null if
  /// it begins, or is only replayed.
  Dialogue(Transcript& transcript, const Setup& setup, Conversation& conversation,
           const LoopListener& listener, const std::stop_token& stop, const FixOptions* again);
  Dialogue(const Dialogue&) = delete;

  LoopHooks hooks();

  /// Why the command of the final check has no result; "" if it has one, or there is no command.
  const std::string& unchecked() const { return unchecked_; }
  /// Whether the tree was changed, as the last look at the whole change says.
  bool has_changed() const { return has_changed_; }
  std::vector<GoalStatus> goals() const;

 private:
  Message said(std::string text) const { return {Role::user, std::move(text), {}, {}}; }
  const std::string& prompt(std::string_view name) const { return prompts_.text(name); }
  void note(std::string_view reply, bool is_end);
  Message answer(std::span<const ToolResult> results);
  std::string check();
  ToolResult whole_change();
  std::string verification(const ToolResult& whole);
  std::optional<std::string> accept(const std::string& text);
  std::optional<LoopEnd> shorten(int64_t deadline);
  std::optional<LoopLimits> renewed(const Conversation& conversation);

  Transcript& transcript_;
  const Protocol& protocol_;
  Json started_;
  Conversation& conversation_;
  const LoopListener& listener_;
  const std::stop_token& stop_;
  const FixOptions* again_;
  const Json prompts_;
  int64_t context_tokens_;
  const bool has_check_;
  std::string goals_, summary_, check_note_, unchecked_;
  std::vector<GoalStatus> reported_;  // by the last report
  Message start_;
  bool is_checked_ = false;  // since the last change
  bool is_shown_ = false;    // the whole change, since the last one
  bool has_changed_ = false;
};

}  // namespace dossier
