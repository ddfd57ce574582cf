// The calls of a script in its session's record.
#include <algorithm>
#include <future>
#include <utility>

#include "agent/transcript.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier {

std::vector<Transcript::Made> Transcript::call_within(std::string_view within,
                                                      const std::vector<ToolCall>& calls,
                                                      int64_t left_ms) {
  int64_t until = steady_ms() + left_ms;
  const std::function<void()> checkpoint = [this, &until] {
    if (checkpoint_) checkpoint_();
    if (steady_ms() > until) throw Error(ErrorCode::limit, "the script's time is up");
  };
  const auto runs_beside_others = [&](const ToolCall& call) {
    const Tool* tool = effects_.tools->find(call.tool);
    return tool != nullptr && tool->concurrent && tool->capability <= Capability::read;
  };
  std::vector<Made> out;
  for (size_t at = 0; at < calls.size();) {
    size_t end = at;
    while (end < calls.size() && runs_beside_others(calls[end])) ++end;
    end = std::max(end, at + 1);
    std::vector<Asked> asked;
    std::vector<int64_t> asked_ms;
    for (size_t i = at; i < end; ++i) {
      const int64_t begun = steady_ms();
      asked.push_back(ask(calls[i], within));
      asked_ms.push_back(asked.back().decision.by == "user" ? steady_ms() - begun : 0);
      until += asked_ms.back();
    }
    const auto made = [&](const Asked& one, const EditListener& on_edit) {
      const int64_t begun = steady_ms();
      ToolResult result = run(one, on_edit, checkpoint);
      return Made{std::move(result), steady_ms() - begun, one.permission};
    };
    std::vector<std::future<Made>> beside;
    for (size_t i = 1; i < asked.size(); ++i)
      beside.push_back(std::async(std::launch::async, made, std::cref(asked[i]), nullptr));
    out.push_back(
        made(asked[0], [&](const Edit& edit) { journal_->append_edit(edit, effects_.root); }));
    for (auto& one : beside) out.push_back(one.get());
    for (size_t i = at; i < end; ++i) {
      out[i].asked_ms = asked_ms[i - at];
      out[i].result = settle(asked[i - at], std::move(out[i].result), out[i].ms);
    }
    for (size_t i = at; i < end; ++i) note_within(out[i].result);
    at = end;
  }
  return out;
}

void Transcript::progress(std::string_view tool, const Json& body, int64_t ms) {
  put(EventKind::progress, tool, redacted(body).dump(), ms);
}

// A script may call much, and what its calls returned is its own: kept is which paths they edited.
void Transcript::note_within(ToolResult result) {
  Json kept = Json::object();
  if (const std::string& path = result.result.text("path"); !path.empty()) kept.set("path", path);
  Json paths = Json::array();
  for (const auto& edit : result.result["edits"].each())
    paths.add(Json::object({{"path", edit.text("path")}}));
  if (!paths.each().empty()) kept.set("edits", std::move(paths));
  result.result = std::move(kept);
  within_.push_back(std::move(result));
}

std::vector<ToolResult> Transcript::take_within() { return std::exchange(within_, {}); }

}  // namespace dossier
