#include "agent/fix/dialogue.h"

#include "agent/fix/rules.h"
#include "agent/json_texts.h"
#include "agent/protocols/tags.h"
#include "agent/summary.h"
#include "engine/unicode.h"

namespace dossier {

Dialogue::Dialogue(Transcript& transcript, const Setup& setup, Conversation& conversation,
                   const LoopListener& listener, const std::stop_token& stop,
                   const FixOptions* again)
    : transcript_(transcript),
      protocol_(*setup.protocol),
      started_(setup.started),
      conversation_(conversation),
      listener_(listener),
      stop_(stop),
      again_(again),
      prompts_(setup.started["prompts"]),
      context_tokens_(setup.started.number("context_tokens", INT32_MAX)),
      has_check_(!setup.started.text("check").empty()) {}

LoopHooks Dialogue::hooks() {
  return {[this](const std::string& text) { return accept(text); },
          [this](std::span<const ToolResult> results) { return answer(results); },
          [this](Conversation&, int64_t deadline) { return shorten(deadline); },
          [this](const Conversation& conversation) { return renewed(conversation); }};
}

std::vector<GoalStatus> Dialogue::goals() const { return status_of(goals_in(goals_), reported_); }

// Goals beside the end come too late: they could be made to fit. They count where there are none.
void Dialogue::note(std::string_view reply, bool is_end) {
  const TaggedReply tagged = read_tags(reply);
  const TagBlock* goals = tagged.find(Tag::correction_goals);
  if (goals != nullptr && !goals->text.empty() && (!is_end || goals_.empty())) goals_ = goals->text;
  if (const TagBlock* report = tagged.find(Tag::verification_report))
    reported_ = reported_in(report->text);
}

Message Dialogue::answer(std::span<const ToolResult> results) {
  note(conversation_.request.messages.back().text, false);
  for (const auto& result : results) {
    if (result.call.tool != "final_check") continue;
    is_shown_ = true;
    has_changed_ = !result.result.text("change").empty();
    return said(verification(result));
  }
  const bool changes = results.front().call.tool == "apply_diff";
  if (changes && results.front().ok) is_checked_ = is_shown_ = false;
  const std::string_view name = !changes             ? "more_information"
                                : results.front().ok ? "success"
                                                     : "failure";
  // A quarter of the context: four bytes a token.
  const auto shown = bounded(results, static_cast<size_t>(context_tokens_));
  return said(prompt(name) + "\n" + protocol_.render_results(shown).text);
}

// The command's result, if there is one and it was not run since the last change; "" where there is
// nothing to mend.
std::string Dialogue::check() {
  if (!has_check_ || is_checked_) return {};
  const ToolResult result = transcript_.call({{}, "run_check", Json::object()});
  if (listener_.on_result) listener_.on_result(result);
  check_note_ = noted_check(result);
  unchecked_ = result.ok ? std::string() : text_of_value(result.result);
  is_checked_ = !result.ok || result.result.flag("passed");
  return is_checked_ ? std::string() : failed_check(result.result);
}

ToolResult Dialogue::whole_change() {
  ToolResult whole = transcript_.call({{}, "final_check", Json::object()});
  is_shown_ = true;
  has_changed_ = !whole.result.text("change").empty();
  return whole;
}

std::string Dialogue::verification(const ToolResult& whole) {
  if (const std::string failed = check(); !failed.empty())
    return prompt("check_failed") + "\n" + failed;
  const auto shown = bounded(std::span(&whole, 1), static_cast<size_t>(context_tokens_));
  std::string text =
      prompt("verification") + "\nYour goals:\n" +
      (goals_.empty() ? "(you have not written any; name them in the report)\n" : goals_);
  if (!text.ends_with('\n')) text += '\n';
  return text + "\n" + check_note_ + protocol_.render_results(shown).text;
}

std::optional<std::string> Dialogue::accept(const std::string& text) {
  note(text, true);
  const TaggedReply tagged = read_tags(text);
  const TagBlock* report = tagged.find(Tag::verification_report);
  if (report == nullptr)
    return "%%_Fin_%% needs a %_Verification_Report_% above it in the same reply.\n\n" +
           verification(whole_change());
  if (auto problem = report_problem(report->text, goals_in(goals_))) return problem;
  if (const std::string failed = check(); !failed.empty())
    return prompt("check_failed") + "\n" + failed;
  // So that the record says whether there is a change.
  if (!is_shown_) whole_change();
  return std::nullopt;
}

// Where the conversation no longer fits, its middle gives way to what the model says of it.
std::optional<LoopEnd> Dialogue::shorten(int64_t deadline) {
  ModelRequest& request = conversation_.request;
  if (tokens_in(request) <= context_tokens_) return std::nullopt;
  if (start_.text.empty()) start_ = request.messages.front();
  const size_t kept = tail_of(request.messages, context_tokens_ / 3);
  if (kept <= 1)
    return LoopEnd{LoopEnd::out_of_tokens,
                   "the last reply and what it asked for do not fit into the context of " +
                       std::to_string(context_tokens_) + " tokens",
                   {}};
  if (transcript_.is_over(deadline)) return std::nullopt;
  auto summary =
      summarised(transcript_, conversation_, {context_tokens_, prompt("summary"), summary_}, 1,
                 kept, deadline, stop_);
  if (auto* error = std::get_if<Error>(&summary))
    return LoopEnd{LoopEnd::failed, error->message(), std::move(*error)};
  summary_ = std::move(std::get<std::string>(summary));
  put_summary(request.messages, start_, kept, summary_);
  return std::nullopt;
}

// Another `started` event says with what a dialogue goes on; its limits are totals.
std::optional<LoopLimits> Dialogue::renewed(const Conversation& conversation) {
  if (const SessionEvent* next = transcript_.upcoming()) {
    if (next->kind != EventKind::started) return std::nullopt;
    started_ = body_of(*next);
  } else if (again_ != nullptr) {
    const FixOptions& with = *std::exchange(again_, nullptr);
    started_.set("model", with.model)
        .set("ms", with.limits.ms)
        .set("turns", conversation.turns + with.limits.turns)
        .set("tokens", conversation.tokens + with.limits.tokens)
        .set("context_tokens", with.context_tokens);
    if (!with.permit.empty()) started_.set("permit", with.permit);
  } else {
    return std::nullopt;
  }
  transcript_.add(EventKind::started, started_);
  context_tokens_ = started_.number("context_tokens", context_tokens_);
  return limits_in(started_);
}

}  // namespace dossier
