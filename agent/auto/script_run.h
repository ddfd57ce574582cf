#pragma once
// One script from its code to the result that a model reads: answers its requests through a
// transcript, tells what happens, and puts together {result, searched, called, logs, truncated,
// error}. A script that did not return says what stopped it and what its calls had returned.
#include <stop_token>
#include <string>
#include <vector>

#include "agent/auto/auto_settings.h"
#include "agent/auto/script_event.h"
#include "agent/auto/tool_index.h"
#include "agent/transcript.h"
#include "sandbox/sandbox.h"

namespace dossier {

class ScriptRun {
 public:
  /// Borrows all of them.
  ScriptRun(const ToolIndex& index, const AutoSettings& settings, Transcript& transcript,
            const ScriptListener& listener);

  void operator()(sandbox::Sandbox& sandbox, const sandbox::Script& script,
                  const std::stop_token& stop, ToolResult& result);

 private:
  std::vector<sandbox::Answer> answer(const std::vector<sandbox::Request>& requests);
  sandbox::Answer search(const sandbox::Request& request);
  void call(const std::vector<sandbox::Request>& requests, const std::vector<size_t>& places,
            std::vector<sandbox::Answer>& answers);
  std::string refusal_of(const sandbox::Request& request) const;
  void note_call(const Transcript::Made& made);
  Json take_result(sandbox::Outcome& outcome);
  void tell_end(const sandbox::Outcome& outcome, const Json& result, int64_t ms);
  void tell(ScriptEvent::Kind kind, Json body, const ToolResult* result = nullptr);
  void record(ScriptEvent::Kind kind, Json body, int64_t ms = -1);

  const ToolIndex& index_;
  const AutoSettings& settings_;
  Transcript& transcript_;
  const ScriptListener& listener_;
  Json searched_ = Json::array(), called_ = Json::array();
  std::vector<std::string> returned_;  // the beginning of what each call returned
  int64_t searches_ = 0, failed_ = 0, in_sandbox_ = 0;
  int64_t until_ms_ = 0;  // of steady_ms(): when the calls end
  bool cut_calls_ = false, cut_ = false;
};

}  // namespace dossier
