#include "agent/auto/script_run.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "agent/auto/auto_tools.h"
#include "agent/auto/metadata.h"
#include "agent/auto/shorten.h"
#include "agent/redact.h"
#include "engine/clock.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

// Where the script itself returned nothing, so much is shown of what one call returned, and of what
// all did.
constexpr size_t kReturnedBytes = 400, kAllReturnedBytes = 8000;
// A line of log, and what is taken of it before secrets are looked for: half a secret would not be
// recognised behind the cut.
constexpr size_t kLogBytes = 2000, kRawLogBytes = 8000;

std::string hex_of(uint64_t value) {
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(value));
  return out;
}

Json names_in(const std::vector<const Tool*>& tools) {
  Json out = Json::array();
  for (const Tool* tool : tools) out.add(tool->spec.name);
  return out;
}

sandbox::Limits limits_for(const AutoSettings& settings, int64_t most_ms) {
  sandbox::Limits out;
  out.time = std::chrono::milliseconds(most_ms);
  out.parallel = static_cast<uint32_t>(settings.parallel_limit);
  out.log_bytes = kRawLogBytes;
  return out;
}

}  // namespace

std::string_view name_of(ScriptEvent::Kind kind) {
  static constexpr std::string_view kNames[] = {"begun", "search",  "permission", "call",
                                                "log",   "warning", "summary"};
  return kNames[kind];
}

ScriptRun::ScriptRun(const ToolIndex& index, const AutoSettings& settings, Transcript& transcript,
                     const ScriptListener& listener)
    : index_(index), settings_(settings), transcript_(transcript), listener_(listener) {}

void ScriptRun::operator()(sandbox::Sandbox& sandbox, const sandbox::Script& script,
                           const std::stop_token& stop, ToolResult& result) {
  tell(ScriptEvent::begun, Json::object({{"code", redact(script.code)}}));
  const int64_t begun = steady_ms();
  // The script's time or what is left of the turn's, whichever ends first, ends both it and its
  // calls.
  const int64_t most_ms =
      std::clamp<int64_t>(transcript_.calls_end() - begun, 1, settings_.timeout_ms);
  until_ms_ = begun + most_ms;
  sandbox::Outcome outcome = sandbox.run(
      script, limits_for(settings_, most_ms),
      [this](const auto& requests) { return answer(requests); }, stop);
  result.result = take_result(outcome);
  result.ok = outcome.error.empty();
  result.truncated = cut_;
  tell_end(outcome, result.result["result"], steady_ms() - begun);
}

std::vector<sandbox::Answer> ScriptRun::answer(const std::vector<sandbox::Request>& requests) {
  std::vector<sandbox::Answer> answers(requests.size());
  std::vector<size_t> calls;
  for (size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].kind == sandbox::Request::call) {
      calls.push_back(i);
      continue;
    }
    call(requests, std::exchange(calls, {}), answers);
    answers[i] = search(requests[i]);
  }
  call(requests, calls, answers);
  return answers;
}

sandbox::Answer ScriptRun::search(const sandbox::Request& request) {
  const Json& options = request.params;
  ToolIndex::Query query{request.name, options.text("category"), {}, 0};
  query.limit = static_cast<size_t>(std::clamp<int64_t>(
      options.number("limit", settings_.max_results), 1, settings_.max_results));
  for (const auto& tag : options["tags"].each())
    if (tag.string() != nullptr) query.tags.push_back(*tag.string());
  const auto found = index_.search(query);
  Json body = Json::object(
      {{"query", std::string(utf8_prefix(redact(request.name), 200))}, {"found", names_in(found)}});
  searched_.add(body);
  ++searches_;
  record(ScriptEvent::search, std::move(body));
  Json out = Json::array();
  for (const Tool* tool : found)
    out.add(options.flag("includeSchema") ? metadata_with_schema(*tool) : metadata_of(*tool));
  return {true, std::move(out)};
}

std::string ScriptRun::refusal_of(const sandbox::Request& request) const {
  if (request.name == kAutoTool) return "a script cannot run another one";
  if (index_.find(request.name) == nullptr)
    return "there is no tool '" + std::string(utf8_prefix(request.name, 100)) +
           "'; searchTools finds the others";
  return {};
}

void ScriptRun::call(const std::vector<sandbox::Request>& requests,
                     const std::vector<size_t>& places, std::vector<sandbox::Answer>& answers) {
  std::vector<ToolCall> calls;
  std::vector<std::string> refusals(places.size());
  for (size_t i = 0; i < places.size(); ++i) {
    const auto& request = requests[places[i]];
    refusals[i] = refusal_of(request);
    if (refusals[i].empty()) calls.push_back({{}, request.name, request.params});
  }
  auto made = transcript_.call_within(kWithinScript, calls, until_ms_ - steady_ms());
  for (const auto& one : made) until_ms_ += one.asked_ms;
  for (size_t i = 0, next = 0; i < places.size(); ++i) {
    auto& answer = answers[places[i]];
    if (refusals[i].empty()) {
      note_call(made[next]);
      answer = {made[next].result.ok, std::move(made[next].result.result),
                std::chrono::milliseconds(made[next].asked_ms)};
      ++next;
      continue;
    }
    // It was never a call of a tool, so the record has none.
    Transcript::Made refused;
    refused.result.call.tool = std::string(utf8_prefix(redact(requests[places[i]].name), 100));
    refused.result.ok = false;
    refused.result.result = refusals[i];
    note_call(refused);
    answer = {false, std::move(refusals[i])};
  }
}

void ScriptRun::note_call(const Transcript::Made& made) {
  const ToolResult& result = made.result;
  if (!made.permission.is_null()) {
    Json body = Json::object({{"tool", result.call.tool}});
    for (const auto& [key, value] : *made.permission.fields()) body.set(key, value);
    tell(ScriptEvent::permission, std::move(body));
  }
  called_.add(Json::object({{"name", result.call.tool}, {"ok", result.ok}, {"ms", made.ms}}));
  const std::string text = result.result.dump();
  in_sandbox_ += static_cast<int64_t>(text.size());
  returned_.push_back(
      text.size() <= kReturnedBytes ? text : std::string(utf8_prefix(text, kReturnedBytes)) + "…");
  if (!result.ok) ++failed_;
  cut_calls_ |= result.truncated;
  tell(ScriptEvent::call,
       Json::object({{"tool", result.call.tool}, {"ok", result.ok}, {"ms", made.ms}}), &result);
}

Json ScriptRun::take_result(sandbox::Outcome& outcome) {
  Json value = redacted(outcome.result);
  cut_ = shorten(value);
  Json logs = Json::array();
  for (const auto& line : outcome.logs) logs.add(std::string(utf8_prefix(redact(line), kLogBytes)));
  cut_ |= shorten(logs, kMostBeside);
  cut_ |= outcome.logs_dropped > 0 || cut_calls_;
  if (!outcome.error.empty()) {
    // What ran is all there is, so what it returned is told.
    size_t left = kAllReturnedBytes;
    for (size_t i = 0; i < returned_.size() && left > returned_[i].size(); ++i) {
      left -= returned_[i].size();
      (*called_.items())[i].set("returned", returned_[i]);
    }
  }
  cut_ |= shorten(called_, kMostBeside);
  cut_ |= shorten(searched_, kMostBeside);
  Json out = Json::object({{"result", std::move(value)},
                           {"searched", std::move(searched_)},
                           {"called", std::move(called_)},
                           {"logs", std::move(logs)},
                           {"truncated", cut_},
                           {"error", outcome.error.empty() ? Json() : Json(outcome.error)}});
  if (!outcome.stopped.empty()) out.set("stopped", outcome.stopped);
  return out;
}

void ScriptRun::tell_end(const sandbox::Outcome& outcome, const Json& result, int64_t ms) {
  for (const auto& line : outcome.logs)
    tell(ScriptEvent::log,
         Json::object({{"text", std::string(utf8_prefix(redact(line), kLogBytes))}}));
  const auto warn = [&](std::string text) {
    record(ScriptEvent::warning, Json::object({{"text", std::move(text)}}));
  };
  if (!outcome.stopped.empty())
    warn("stopped by a limit, " + outcome.stopped + ": " + outcome.error);
  if (outcome.logs_dropped > 0)
    warn(std::to_string(outcome.logs_dropped) + " lines of log were dropped");
  if (cut_calls_) warn("a call of the script did not get all of its result");
  if (cut_ && !cut_calls_ && outcome.logs_dropped == 0) warn("what the script returned was cut");
  record(ScriptEvent::summary,
         Json::object({{"calls", returned_.size()},
                       {"failed", failed_},
                       {"searches", searches_},
                       {"stopped", outcome.stopped},
                       {"entropy", hex_of(outcome.entropy)},
                       {"in_sandbox", in_sandbox_},
                       {"returned", result.dump().size()}}),
         ms);
}

void ScriptRun::tell(ScriptEvent::Kind kind, Json body, const ToolResult* result) {
  if (!listener_) return;
  Json out = Json::object({{"event", name_of(kind)}});
  for (auto& [key, value] : *body.fields()) out.set(key, std::move(value));
  listener_({kind, redacted(out), result});
}

void ScriptRun::record(ScriptEvent::Kind kind, Json body, int64_t ms) {
  Json out = Json::object({{"event", name_of(kind)}});
  for (const auto& [key, value] : *body.fields()) out.set(key, value);
  transcript_.progress(kAutoTool, out, ms);
  if (ms >= 0) body.set("ms", ms);
  tell(kind, std::move(body));
}

}  // namespace dossier
