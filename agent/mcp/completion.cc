#include "agent/mcp/completion.h"

#include <algorithm>

#include "agent/redact.h"
#include "agent/sql.h"
#include "engine/unicode.h"
#include "queries/ops/ops.h"
#include "queries/ops/tree_sink.h"
#include "queries/sql.h"

namespace dossier::mcp {
namespace {

constexpr size_t kMost = 100;  // that the protocol allows
constexpr int64_t kMostSessions = 1'000;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

// Names that `find` finds.
Json found(Place& place, const std::string& kinds, std::string_view column,
           const std::string& value, const Json& chosen) {
  Arguments arguments;
  arguments.set("q", "kind:" + kinds + (value.empty() ? "" : " full:" + quoted(value)));
  arguments.set("limit", std::to_string(kMost));
  const std::string& project = chosen.text("project");
  const std::string& snapshot = chosen.text("snapshot");
  if (!project.empty() || !place.project().empty())
    arguments.set("project", project.empty() ? place.project() : project);
  if (!snapshot.empty() || !place.snapshot().empty())
    arguments.set("snapshot", snapshot.empty() ? place.snapshot() : snapshot);
  TreeSink sink;
  const Outcome outcome = run(place.store(), kFind, arguments, sink);
  const Json answer = sink.take();
  Json values = Json::array();
  for (const auto& row : answer["rows"].each())
    if (const auto& name = row.text(column);
        std::find(values.each().begin(), values.each().end(), Json(name)) == values.each().end())
      values.add(name);
  return Json::object({{"values", std::move(values)}, {"hasMore", outcome.complete.truncated}});
}

std::vector<std::string> candidates(Place& place, const std::string& argument,
                                    const std::string& project) {
  std::vector<std::string> out;
  const auto add = [&out](std::string_view text) {
    if (!text.empty() && std::find(out.begin(), out.end(), text) == out.end())
      out.emplace_back(text);
  };
  if (argument == "session") {
    for (const auto& row : place.store().rows<sql::TranscriptSessions>(kMostSessions)) add(row.id);
    return out;
  }
  const auto of = project.empty() ? std::nullopt : std::optional<std::string_view>(project);
  for (const auto& row : place.store().rows<sql::SnapshotsOf>(of)) {
    if (argument == "project") {
      add(row.project);
      continue;
    }
    add(std::to_string(row.id));
    add(row.label.value_or(""));
  }
  return out;
}

}  // namespace

Json completion(Place& place, const std::string& argument, const std::string& value,
                const Json& chosen) {
  if (argument == "path") return found(place, "file", "path", value, chosen);
  if (argument == "symbol") return found(place, "(type,member)", "full_name", value, chosen);
  const bool is_snapshot = argument == "snapshot" || argument == "from" || argument == "to";
  if (!is_snapshot && argument != "project" && argument != "session") return completion({}, value);
  return redacted(completion(candidates(place, argument, chosen.text("project")), value));
}

Json completion(const std::vector<std::string>& candidates, const std::string& value) {
  const std::string wanted = lower(value);
  std::vector<std::string> begin, hold;
  for (const auto& candidate : candidates) {
    const size_t at = lower(candidate).find(wanted);
    if (at != std::string::npos) (at == 0 ? begin : hold).push_back(candidate);
  }
  begin.insert(begin.end(), hold.begin(), hold.end());
  Json values = Json::array();
  for (size_t i = 0; i < std::min(begin.size(), kMost); ++i) values.add(begin[i]);
  return Json::object({{"values", std::move(values)},
                       {"total", static_cast<int64_t>(begin.size())},
                       {"hasMore", begin.size() > kMost}});
}

}  // namespace dossier::mcp
