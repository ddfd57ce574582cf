#include "agent/fix/resume.h"

#include <algorithm>

#include "agent/fix/fix.h"
#include "engine/error.h"

namespace dossier {
namespace {

bool is_effect(EventKind kind) {
  return kind == EventKind::model_asked || kind == EventKind::tool_asked;
}

// The event that begins the last effect before `end`.
size_t last_effect(const std::vector<SessionEvent>& record, size_t end, EventKind kind) {
  while (end > 0 && record[end - 1].kind != kind) --end;
  return end == 0 ? 0 : end - 1;
}

}  // namespace

size_t kept_events(const SessionInfo& info, const std::vector<SessionEvent>& record) {
  if (record.empty() || body_of(record.front()).text("mode") != kFixMode)
    throw Error(ErrorCode::invalid, "only a dialogue of grpc fix can be continued here", info.uid);
  size_t kept = record.size();
  const bool has_ended = record.back().kind == EventKind::ended;
  if (has_ended && body_of(record.back()).text("status") == "done")
    throw Error(ErrorCode::conflict,
                "the dialogue came to its end and cannot go on; `dossier replay --fork EVENT` goes "
                "on from an event of it",
                info.uid);
  if (has_ended) --kept;
  // What was asked and has no outcome is asked again, with the permission for it.
  size_t last = kept;
  while (last > 0 && record[last - 1].kind == EventKind::edit) --last;
  if (last > 0 && is_effect(record[last - 1].kind)) kept = last - 1;
  // So is a model that failed, or whose last reply nothing could be done with.
  const bool is_useless = kept > 0 && record[kept - 1].kind == EventKind::model_settled &&
                          (has_ended || body_of(record[kept - 1]).find("error") != nullptr);
  if (is_useless) kept = last_effect(record, kept, EventKind::model_asked);
  if (kept > 0 && record[kept - 1].kind == EventKind::permission) --kept;
  const auto said =
      std::find_if(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(kept),
                   [](const auto& event) { return event.kind == EventKind::message; });
  if (said == record.begin() + static_cast<std::ptrdiff_t>(kept))
    throw Error(ErrorCode::invalid, "the session ended before the model was asked; begin anew",
                info.uid);
  return kept;
}

}  // namespace dossier
