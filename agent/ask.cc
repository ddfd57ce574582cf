#include "agent/ask.h"

#include <algorithm>

#include "agent/auto/auto_tools.h"
#include "agent/locate.h"
#include "agent/prompt.h"
#include "agent/protocols/actions.h"
#include "agent/selection.h"
#include "engine/error.h"

namespace dossier {
namespace {

constexpr int64_t kSetupVersion = 1;

std::string system_prompt(const Toolbox& tools, const SetupOptions& options,
                          const Protocol& protocol) {
  const auto text = [&](std::string_view name) { return prompt_text(name, options.prompts); };
  if (options.mode == "automation") {
    std::string out = text("automation.md");
    if (&protocol == &json_calls() && options.automatic == nullptr)
      out += "\n" + text("json_calls.md") + "\n" + tools.listing();
    return out + "\n" + text("examples.md");
  }
  const bool is_ask = options.mode == "ask";
  if (options.native || options.automatic)
    return text(is_ask ? "chat_ask_tools.md" : "chat_tools.md");
  return text(is_ask ? "chat_ask.md" : "chat_agent.md") +
         protocols::listed(is_ask ? tools.lookups() : tools.specs());
}

const Protocol& protocol_for(const SetupOptions& options) {
  if (options.native) return native_calls();
  return options.mode == "automation" || options.automatic != nullptr ? json_calls()
                                                                      : action_lines();
}

// The nearest of the contract's names for a tool.
std::string_view nearest(std::string_view tool) {
  return tool == "clear_lookup" ? "clear_lookup" : "broad_lookup";
}

bool has_input(const Json& input, const std::string& text) {
  if (input.dump() == text) return true;
  for (const auto& [key, value] : *input.fields())
    if (value.string() != nullptr && *value.string() == text) return true;
  return false;
}

// Each step against the calls that were made; counts are the record's, not the model's.
void check_steps(Report& report, const std::vector<ToolResult>& calls,
                 std::vector<Violation>& violations) {
  for (size_t i = 0; i < report.steps.size(); ++i) {
    auto& step = report.steps[i];
    if (step.tool == "reasoning_only") {
      step.tool_output_count = 0;
      continue;
    }
    const auto made = std::find_if(calls.rbegin(), calls.rend(), [&](const ToolResult& call) {
      return nearest(call.call.tool) == step.tool && call.call.input.fields() != nullptr &&
             has_input(call.call.input, step.tool_input);
    });
    if (made == calls.rend())
      violations.push_back({"$.steps[" + std::to_string(i) + "].tool_input",
                            "no such " + step.tool + " call was made"});
    else
      step.tool_output_count = std::max<int64_t>(0, made->ok ? made->total : 0);
  }
}

// Takes a final reply: shape, steps, symbols. Unknown symbols are sent back once.
class Acceptance {
 public:
  Acceptance(Transcript& transcript, const Conversation& conversation)
      : transcript_(transcript), conversation_(conversation) {}

  std::optional<std::string> operator()(const std::string& text) {
    auto parsed = parse_report(text);
    if (const auto* violations = std::get_if<std::vector<Violation>>(&parsed))
      return correction_of(*violations);
    report_ = std::move(std::get<Report>(parsed));
    std::vector<Violation> violations;
    check_steps(report_, conversation_.results, violations);
    if (!violations.empty()) return correction_of(violations);
    return check_symbols();
  }

  AskResult take(const std::string& question) {
    report_.question = question;
    return {true, std::move(report_), std::move(findings_), {}, {}, conversation_.usage};
  }

 private:
  std::optional<std::string> check_symbols() {
    findings_.clear();
    if (report_.findings.empty()) return std::nullopt;
    const auto resolved =
        located_from(transcript_.call(locate_call(report_.findings)), report_.findings.size());
    std::vector<Violation> unknown;
    for (size_t i = 0; i < resolved.size(); ++i) {
      Finding& finding = report_.findings[i];
      const Located& known = resolved[i];
      if (known.found) {
        if (finding.kind != "other") finding.kind = known.kind;
        finding.module_name = known.module_name;
        finding.assembly_path = known.assembly_path;
        finding.source_path = known.source_path;
      } else {
        unknown.push_back(
            {"$.findings[" + std::to_string(i) + "].fullName",
             "there is no symbol '" + finding.full_name + "'; look it up or leave it out"});
      }
      findings_.push_back({finding, known.key, known.found});
    }
    if (unknown.empty() || told_) return std::nullopt;
    told_ = true;
    return correction_of(unknown);
  }

  Transcript& transcript_;
  const Conversation& conversation_;
  Report report_;
  std::vector<StoredFinding> findings_;
  bool told_ = false;
};

Setup recorded_setup(const Json& started, const Json& setup) {
  const int64_t version = started.number("version", kSetupVersion);
  if (version != kSetupVersion)
    throw Error(ErrorCode::conflict, "recorded under another version: its version was " +
                                         std::to_string(version) + ", is now " +
                                         std::to_string(kSetupVersion));
  Setup out;
  out.protocol = protocol_named(started.text("protocol"));
  if (out.protocol == nullptr)
    throw Error(ErrorCode::conflict,
                "recorded under another version: there is no dialect " + started.text("protocol"));
  read_setup(setup, out.request);
  out.started = started;
  return out;
}

}  // namespace

Setup set_up(const Toolbox& tools, const SetupOptions& options) {
  Setup out;
  out.protocol = &protocol_for(options);
  out.request.system = system_prompt(tools, options, *out.protocol);
  auto offered = options.mode == "ask" ? tools.lookups() : tools.specs();
  if (options.automatic != nullptr) {
    offered = {options.automatic->spec()};
    if (!options.native)
      out.request.system += "\n" + prompt_text("json_calls.md", options.prompts) + "\n- " +
                            offered[0].name + "(code: string): " + offered[0].description + "\n";
    out.request.system += "\n" + options.automatic->prompt(options.prompts);
  }
  if (options.native) out.request.tools = offered;
  std::string schemas;
  for (const auto& tool : offered) schemas += tool.name + tool.schema.dump() + "\n";
  out.started = Json::object({{"version", kSetupVersion},
                              {"mode", options.mode},
                              {"model", options.model},
                              {"protocol", out.protocol->name()},
                              {"project", options.project},
                              {"root", options.root},
                              {"snapshots", options.snapshots},
                              {"calls", options.limits.calls},
                              {"ms", options.limits.ms},
                              {"prompt", hex(bytes_of(sha256({out.request.system})), 16)},
                              {"tools", hex(bytes_of(sha256({schemas})), 16)}});
  if (!options.permit.empty()) out.started.set("permit", options.permit);
  if (options.context_tokens > 0)
    out.started.set("context_tokens", options.context_tokens)
        .set("summary_prompt", prompt_text("chat_summary.md", options.prompts));
  if (options.automatic != nullptr) out.started.set("auto", true);
  return out;
}

Setup set_up_again(const Toolbox& tools, const std::vector<SessionEvent>& record, size_t index,
                   const std::string& prompts) {
  const SessionEvent& event = record[index];
  const Json started = body_of(event);
  if (event.kind != EventKind::started)
    throw Error(ErrorCode::invalid, "the session has no 'started' event, so it cannot be replayed");
  if (started.text("mode") == "import")
    throw Error(ErrorCode::invalid,
                "the session was imported from " + started.text("format") +
                    ", whose transcripts lack the requests to the model, so it cannot be replayed; "
                    "'dossier sessions show' prints it");
  if (index + 1 < record.size() && record[index + 1].kind == EventKind::setup)
    return recorded_setup(started, body_of(record[index + 1]));
  SetupOptions options;
  options.mode = started.text("mode");
  options.model = started.text("model");
  options.native = started.text("protocol") == native_calls().name();
  options.project = started.text("project");
  options.snapshots = started.text("snapshots");
  options.root = started.text("root");
  options.permit = started.text("permit");
  options.prompts = prompts;
  options.limits = limits_of(event);
  Setup out = set_up(tools, options);
  for (const std::string_view part : {"version", "protocol", "prompt", "tools"}) {
    const Json *then = started.find(part), *now = out.started.find(part);
    if (then == nullptr)
      throw Error(ErrorCode::invalid,
                  "the session was not made here, or is damaged: its record does "
                  "not tell the " +
                      std::string(part) + " that a replay needs");
    if (*then != *now)
      throw Error(ErrorCode::conflict, "recorded under another version: its " + std::string(part) +
                                           " was " + then->dump() + ", is now " + now->dump());
  }
  return out;
}

LoopLimits limits_in(const Json& started) {
  LoopLimits limits;
  limits.calls = static_cast<int>(started.number("calls", limits.calls));
  limits.ms = started.number("ms", limits.ms);
  limits.turns = static_cast<int>(started.number("turns", limits.turns));
  limits.tokens = started.number("tokens", limits.tokens);
  return limits;
}

LoopLimits limits_of(const SessionEvent& started) { return limits_in(body_of(started)); }

AskResult run_ask(Transcript& transcript, Setup setup, const std::string& question,
                  const LoopLimits& limits, const LoopListener& listener,
                  const std::stop_token& stop) {
  transcript.add(EventKind::started, setup.started);
  transcript.introduce(setup.request);
  Conversation conversation{std::move(setup.request), {}, {0, 0}};
  conversation.request.messages = {transcript.say({Role::user, question, {}, {}})};
  Acceptance acceptance(transcript, conversation);
  const LoopEnd end =
      run_loop(transcript, *setup.protocol, conversation,
               {[&](const std::string& text) { return acceptance(text); }}, limits, listener, stop);
  AskResult result;
  if (end.why == LoopEnd::accepted) {
    result = acceptance.take(asked_in(conversation.request.messages[0].text).question);
    transcript.answer(result.report, result.findings);
    transcript.add(EventKind::ended, Json::object({{"status", "done"}, {"reason", ""}}));
  } else {
    result.problem = end.text;
    result.failure = end.failure;
    result.usage = conversation.usage;
    transcript.add(EventKind::ended, Json::object({{"status", "failed"}, {"reason", end.text}}));
  }
  transcript.end_turn();
  return result;
}

}  // namespace dossier
