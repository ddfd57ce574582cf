#include "agent/fix/fix.h"

#include <algorithm>

#include "agent/fix/rules.h"
#include "agent/prompt.h"
#include "agent/protocols/tags.h"
#include "agent/workspace/snapshot.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr int64_t kFixVersion = 1;
constexpr std::string_view kPrompts[] = {"more_information", "success",      "failure",
                                         "verification",     "check_failed", "summary"};

std::string prompt_of(std::string_view name, const std::string& folder) {
  return prompt_text("grpc_" + std::string(name) + ".md", folder);
}

// The dialogue's part of the loop: which prompt follows, and when the end is the end.
class Dialogue {
 public:
  Dialogue(Transcript& transcript, const Setup& setup, Conversation& conversation,
           const LoopListener& listener, const std::stop_token& stop)
      : transcript_(transcript),
        protocol_(*setup.protocol),
        prompts_(setup.started["prompts"]),
        context_tokens_(setup.started.number("context_tokens", INT32_MAX)),
        has_check_(!setup.started.text("check").empty()),
        conversation_(conversation),
        listener_(listener),
        stop_(stop) {}

  LoopHooks hooks() {
    return {[this](const std::string& text) { return accept(text); },
            [this](std::span<const ToolResult> results) { return answer(results); },
            [this](Conversation&, int64_t deadline) { return shorten(deadline); }};
  }

 private:
  Message said(std::string text) const { return {Role::user, std::move(text), {}, {}}; }
  const std::string& prompt(std::string_view name) const { return prompts_.text(name); }

  // Of the reply that is being answered.
  void note_goals(std::string_view reply) {
    const TaggedReply tagged = read_tags(reply);
    if (const TagBlock* goals = tagged.find(Tag::correction_goals))
      if (!goals->text.empty()) goals_ = goals->text;
  }

  Message answer(std::span<const ToolResult> results) {
    note_goals(conversation_.request.messages.back().text);
    for (const auto& result : results)
      if (result.call.tool == "final_check") return said(verification(result));
    const bool changes = results.front().call.tool == "apply_diff";
    if (changes && results.front().ok) is_checked_ = false;
    const std::string_view name = !changes             ? "more_information"
                                  : results.front().ok ? "success"
                                                       : "failure";
    // A quarter of the context: four bytes a token.
    const auto shown = bounded(results, static_cast<size_t>(context_tokens_));
    return said(prompt(name) + "\n" + protocol_.render_results(shown).text);
  }

  // The command's result, if there is one and it was not run since the last change; "" where there
  // is nothing to mend.
  std::string check() {
    if (!has_check_ || is_checked_) return {};
    const ToolResult result = transcript_.call({{}, "run_check", Json::object()});
    if (listener_.on_result) listener_.on_result(result);
    check_note_ = noted_check(result);
    is_checked_ = !result.ok || result.result.flag("passed");
    return is_checked_ ? std::string() : failed_check(result.result);
  }

  std::string verification(const ToolResult& whole) {
    if (const std::string failed = check(); !failed.empty())
      return prompt("check_failed") + "\n" + failed;
    const auto shown = bounded(std::span(&whole, 1), static_cast<size_t>(context_tokens_));
    std::string text =
        prompt("verification") + "\nYour goals:\n" +
        (goals_.empty() ? "(you have not written any; name them in the report)\n" : goals_);
    if (!text.ends_with('\n')) text += '\n';
    return text + "\n" + check_note_ + protocol_.render_results(shown).text;
  }

  std::optional<std::string> accept(const std::string& text) {
    note_goals(text);
    const TaggedReply tagged = read_tags(text);
    const TagBlock* report = tagged.find(Tag::verification_report);
    if (report == nullptr)
      return "%%_Fin_%% needs a %_Verification_Report_% above it in the same reply.\n\n" +
             verification(transcript_.call({{}, "final_check", Json::object()}));
    if (auto problem = report_problem(report->text)) return problem;
    if (const std::string failed = check(); !failed.empty())
      return prompt("check_failed") + "\n" + failed;
    return std::nullopt;
  }

  // Where the conversation no longer fits, its middle gives way to what the model says of it.
  std::optional<LoopEnd> shorten(int64_t deadline) {
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
    ModelRequest ask;
    ask.system = prompt("summary");
    ask.timeout_ms = deadline - transcript_.now_ms();
    ask.messages = {said(told(std::span(request.messages).subspan(1, kept - 1), summary_,
                              static_cast<size_t>(context_tokens_) * 3))};
    Message raw;
    auto outcome = transcript_.reply(ask, nullptr, stop_, raw);
    if (auto* error = std::get_if<Error>(&outcome))
      return LoopEnd{LoopEnd::failed, error->message(), std::move(*error)};
    const ModelReply& reply = std::get<ModelReply>(outcome);
    conversation_.tokens += tokens_of(ask, reply);
    // Half a context of summary would soon be summarised again.
    summary_ = utf8_prefix(reply.message.text, static_cast<size_t>(context_tokens_) / 2);
    transcript_.add(EventKind::summary, Json::object({{"replaces", kept - 1}, {"text", summary_}}));
    request.messages.erase(request.messages.begin() + 1,
                           request.messages.begin() + static_cast<std::ptrdiff_t>(kept));
    request.messages.front() =
        said(start_.text + "\n\n# What has happened so far, in short\n\n" + summary_);
    return std::nullopt;
  }

  Transcript& transcript_;
  const Protocol& protocol_;
  const Json prompts_;
  const int64_t context_tokens_;
  const bool has_check_;
  Conversation& conversation_;
  const LoopListener& listener_;
  const std::stop_token& stop_;
  std::string goals_, summary_, check_note_;
  Message start_;
  bool is_checked_ = false;  // since the last change
};

std::string reason_of(const LoopEnd& end) {
  if (end.why == LoopEnd::accepted) return {};
  if (end.why != LoopEnd::too_many_corrections) return end.text;
  // What was wrong, without what to write instead.
  std::string faults;
  for (size_t at = 0; at < end.text.size();) {
    const size_t next = std::min(end.text.find('\n', at), end.text.size());
    const std::string_view line = std::string_view(end.text).substr(at, next - at);
    if (line.starts_with("- "))
      faults += (faults.empty() ? "" : "; ") + std::string(line.substr(2));
    at = next + 1;
  }
  if (faults.empty()) faults = end.text.substr(0, end.text.find('\n'));
  return "no usable reply after three corrections; the last was: " +
         std::string(utf8_prefix(faults, 400));
}

}  // namespace

Setup set_up_fix(const Toolbox& tools, const FixOptions& options) {
  Setup out;
  out.protocol = options.is_seed_only ? &seed_tags() : &tags();
  out.request.system = prompt_of("start", options.prompts);
  if (!options.is_seed_only) out.request.system += "\n" + prompt_of("store", options.prompts);
  std::string schemas;
  for (const auto& tool : tools.specs()) schemas += tool.name + tool.schema.dump() + "\n";
  Json prompts = Json::object();
  for (const auto name : kPrompts) prompts.set(name, prompt_of(name, options.prompts));
  out.started = Json::object({{"version", kFixVersion},
                              {"mode", kFixMode},
                              {"model", options.model},
                              {"protocol", out.protocol->name()},
                              {"project", options.project},
                              {"root", std::string(kSnapshotRoot) + options.snapshot},
                              {"snapshots", options.snapshot},
                              {"calls", options.limits.calls},
                              {"ms", options.limits.ms},
                              {"turns", options.limits.turns},
                              {"tokens", options.limits.tokens},
                              {"context_tokens", options.context_tokens},
                              {"check", options.check},
                              {"protos", options.protos},
                              {"prompts", std::move(prompts)},
                              {"prompt", hex(bytes_of(sha256({out.request.system})), 16)},
                              {"tools", hex(bytes_of(sha256({schemas})), 16)}});
  if (!options.permit.empty()) out.started.set("permit", options.permit);
  return out;
}

FixOptions fix_options_in(const Json& started) {
  FixOptions out;
  out.model = started.text("model");
  out.project = started.text("project");
  out.snapshot = started.text("snapshots");
  out.protos = started.text("protos");
  out.permit = started.text("permit");
  out.check = started.text("check");
  out.is_seed_only = started.text("protocol") == seed_tags().name();
  out.context_tokens = started.number("context_tokens", out.context_tokens);
  out.limits = limits_in(started);
  return out;
}

FixResult run_fix(Transcript& transcript, Setup setup, const std::string& context,
                  const LoopListener& listener, const std::stop_token& stop) {
  transcript.add(EventKind::started, setup.started);
  transcript.introduce(setup.request);
  Conversation conversation{std::move(setup.request), {}, {0, 0}};
  conversation.request.messages = {transcript.say({Role::user, context, {}, {}})};
  Dialogue dialogue(transcript, setup, conversation, listener, stop);
  const LoopLimits limits = limits_in(setup.started);
  FixResult out;
  out.end =
      run_loop(transcript, *setup.protocol, conversation, dialogue.hooks(), limits, listener, stop);
  out.end.text = reason_of(out.end);
  out.turns = conversation.turns;
  out.tokens = conversation.tokens;
  transcript.add(EventKind::ended,
                 Json::object({{"status", out.end.why == LoopEnd::accepted ? "done" : "failed"},
                               {"reason", out.end.text},
                               {"tokens", out.tokens}}));
  transcript.end_turn();
  return out;
}

}  // namespace dossier
