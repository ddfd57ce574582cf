#include "agent/grpc_context.h"

#include <algorithm>
#include <cstdio>

#include "agent/redact.h"
#include "agent/tools/tools.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/path_parts.h"

namespace dossier {
namespace {

constexpr int64_t kContextVersion = 1;

/// The context without what the snapshots hold.
Json recorded_context(const Json& master) {
  Json kept = Json::object();
  for (const auto& [key, value] : *master.fields())
    if (key != "suspected_files") kept.set(key, value);
  Json suspects = Json::array();
  for (const auto& suspect : master["suspected_files"].each()) {
    Json row = Json::object();
    for (const auto& [key, value] : *suspect.fields())
      if (key != "content") row.set(key, value);
    suspects.add(std::move(row));
  }
  return kept.set("suspected_files", std::move(suspects));
}

std::vector<StoredFinding> findings_of(const proto::Context& context) {
  std::vector<StoredFinding> findings;
  for (const auto& suspect : context.suspects.ranked) {
    std::string notes;
    for (const auto& reason : suspect.reasons) {
      char points[64];
      std::snprintf(points, sizeof points, " %.2f", reason.points);
      notes += (notes.empty() ? "" : ", ") + std::string(reason.rule) + points;
    }
    const size_t rank = findings.size();
    Finding finding{"other",
                    std::string(file_name_of(suspect.path)),
                    suspect.path,
                    suspect.path,
                    {},
                    suspect.path,
                    std::move(notes),
                    rank < context.top.size() ? "high" : "medium"};
    findings.push_back({std::move(finding), {}, true});
  }
  return findings;
}

ToolCall changes_call(int64_t before, int64_t after) {
  return {{},
          "proto_changes",
          Json::object({{"before", std::to_string(before)}, {"after", std::to_string(after)}})};
}

Json ended() { return Json::object({{"status", "done"}, {"reason", ""}}); }

}  // namespace

std::string record_context(Store& store, const ContextSession& session,
                           const proto::Context& context, const Json& master) {
  Toolbox tools;
  add_op_tools(tools, store, session.project);
  SessionInfo info;
  info.title = session.title;
  info.mode = std::string(kContextMode);
  info.project = session.project;
  Journal journal = Journal::begin(store, info, system_entropy());
  Policy policy(Policy::kLookups);
  Transcript transcript(journal, {nullptr, &tools, &policy, &store.clock(), {}});
  transcript.add(EventKind::started,
                 Json::object({{"version", kContextVersion},
                               {"mode", kContextMode},
                               {"project", session.project},
                               {"before", context.before},
                               {"after", context.after},
                               {"snapshots", std::to_string(context.before) + "," +
                                                 std::to_string(context.after)}}));
  transcript.call(changes_call(context.before, context.after));
  journal.append_answer(redacted(recorded_context(master)).dump(), findings_of(context));
  transcript.add(EventKind::ended, ended());
  transcript.end_turn();
  return journal.info().uid;
}

Json context_again(Transcript& transcript, const std::vector<SessionEvent>& record) {
  const Json started = body_of(record.front());
  transcript.add(EventKind::started, started);
  transcript.call(changes_call(started.number("before"), started.number("after")));
  const auto answer = std::find_if(record.begin(), record.end(), [](const SessionEvent& event) {
    return event.kind == EventKind::answer;
  });
  if (answer == record.end())
    throw Error(ErrorCode::invalid, "the session ended before it had an answer");
  const Json context = body_of(*answer);
  transcript.add(EventKind::answer, context);
  transcript.add(EventKind::ended, ended());
  return context;
}

}  // namespace dossier
